/**
 * With forced colours: controls without a border or an underline, icons that are lost in their background, and focus that is
 * not shown. Moves the focus. Runs in the page.
 */
export function unseen(): string[] {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser cannot draw')
  const known = new Map<string, number[]>()
  const rgba = (colour: string): number[] => {
    const before = known.get(colour)
    if (before) return before
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    const drawn = [...pen.getImageData(0, 0, 1, 1).data]
    known.set(colour, drawn)
    return drawn
  }
  const light = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [light(rgba(one)), light(rgba(other))].toSorted((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const behind = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if ((rgba(backgroundColor)[3] ?? 0) > 200) return backgroundColor
    }
    return 'Canvas'
  }
  const dialog = document.querySelector('dialog:modal')
  const isShown = (element: Element) =>
    (!dialog || dialog.contains(element)) &&
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], .visually-hidden, .skip-links')
  const hasBorder = (element: Element) => {
    const style = getComputedStyle(element)
    return (['top', 'right', 'bottom', 'left'] as const).some(
      (side) =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        style.getPropertyValue(`border-${side}-style`) !== 'none' &&
        contrast(style.getPropertyValue(`border-${side}-color`), behind(element.parentElement)) >= 3,
    )
  }
  /** A filled button needs an edge; an icon or a text alone does not. */
  const faults: string[] = []
  const say = (what: string, element: Element) => faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
  for (const control of document.querySelectorAll(
    '.button, select, input, textarea, .blister-card, .category-button',
  )) {
    if (!isShown(control)) continue
    if (control.matches('[type=radio], [type=checkbox], [type=file], .button.quiet')) continue
    if (!hasBorder(control) && ![...ringsAround(control)].some(hasBorder)) say('no edge', control)
  }
  for (const icon of document.querySelectorAll('button svg, a svg, label svg')) {
    if (!isShown(icon) || icon.closest('.picture')) continue
    const inks = [...icon.children].flatMap((shape) => {
      const { stroke, fill } = getComputedStyle(shape)
      return [stroke, fill].filter((ink) => ink !== 'none')
    })
    if (!inks.some((ink) => contrast(ink, behind(icon)) >= 3)) say('faint icon', icon)
  }
  for (const control of document.querySelectorAll<HTMLElement>(
    'main a[href], main button, main input, main select',
  )) {
    if (!isShown(control) || control.matches(':disabled')) continue
    control.focus({ preventScroll: true, focusVisible: true })
    const around = [control, ...ringsAround(control)]
    const isOutlined = around.some((one) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
      return (
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) > 1 &&
        contrast(outlineColor, behind(one.parentElement)) >= 3
      )
    })
    if (!isOutlined) say('no focus', control)
  }
  return faults

  function ringsAround(control: Element): Element[] {
    const form = control.closest('.search-box, .field, .quantity-stepper')
    const labels = 'labels' in control ? [...((control.labels as NodeListOf<Element> | null) ?? [])] : []
    return [...labels, ...(form ? [form] : [])]
  }
}
