import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { axeViolations, widerBy } from './axe.ts'
import { expect } from './stories.ts'

/** Widths at which every screen is checked; axe, which takes half a second, at the first. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/**
 * Checks width and touch targets of the current screen at each width, and with axe all that a phone shows in light: what a
 * desk shows, and the colours of every piece in dark, `screens.spec.ts` and `kit.spec.ts` check. The page is resized, not
 * reloaded, so it keeps its state. Motion is off, or colours would be read in the middle of a transition.
 */
export async function expectAccessibleAtAllSizes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    if (size === SIZES[0]) expect(await axeViolations(page, STRICT), '320 light').toEqual([])
    const { wider, small } = await seen(page, { wider: widerBy, small: smallTargets })
    expect(wider, `sideways scroll at ${size.width}`).toBeLessThanOrEqual(0)
    expect(small, `too small to touch at ${size.width}`).toEqual([])
  }
}

/** At the current width, in dark: the rules that depend on colours. */
export async function expectColoursInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axeViolations(page, { ...STRICT, runOnly: COLOURS }), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

type Look = () => unknown

/** What these functions find in the page, in one call. */
export function seen<Looks extends Record<string, Look>>(
  page: Page,
  looks: Looks,
): Promise<{ [Name in keyof Looks]: ReturnType<Looks[Name]> }> {
  const calls = Object.entries(looks).map(([name, look]) => `${name}: (${look.toString()})()`)
  return page.evaluate(`({ ${calls.join(', ')} })`)
}

/** The axe rules that depend on colours; the others give the same result in light and dark. */
const COLOURS = ['color-contrast-enhanced', 'link-in-text-block']

/** Contrast of 7:1, which includes 4.5:1. Target sizes are measured below, more strictly and without counting what a sticky bar covers. */
export const STRICT: RunOptions = {
  rules: {
    'color-contrast': { enabled: false },
    'color-contrast-enhanced': { enabled: true },
    'target-size': { enabled: false },
  },
}

/** Controls that are less than 44 by 44 pixels, or 36 in the panel of a desk, with their size. Runs in the page. */
export function smallTargets(): string[] {
  const isDesk =
    matchMedia('(pointer: fine) and (width >= 62rem)').matches && document.querySelector('.admin-frame')
  const LEAST = isDesk ? 36 : 44
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button]'

  /** A label that wraps or names a control is a target like the control itself. */
  const pressed = (element: Element): Element[] => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const row = element.closest('[data-target]')
    return [element, ...labels, ...(row ? [row] : [])]
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert]')
  /** Only for screen readers, or visible on focus only: no touch target. */
  const isForListeners = (element: Element) => element.closest('.visually-hidden, .skip-links') !== null
  /** A link inside a sentence is as high as its line. */
  const isInText = (element: Element) => {
    const isInline = (one: Element) => ['inline', 'inline-block'].includes(getComputedStyle(one).display)
    if (!element.matches('a') || !isInline(element)) return false
    let block = element.parentElement
    while (block?.parentElement && isInline(block)) block = block.parentElement
    return (block?.textContent ?? '').trim() !== (element.textContent ?? '').trim()
  }
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width >= LEAST - 0.5 && height >= LEAST - 0.5
  }
  return [...document.querySelectorAll(CONTROLS)]
    .filter((element) => isShown(element) && !isForListeners(element) && !isInText(element))
    .filter((element) => !pressed(element).some(isLarge))
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 160)}`
    })
}

/** Texts that overflow their element. Runs in the page. */
export function cutOff(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('.visually-hidden, .skip-links, [inert], [aria-hidden="true"], svg')) continue
    const isControl = element.matches('a, button, select, .button, .badge')
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!isControl && !own) continue
    const { overflowX, overflowY, display } = getComputedStyle(element)
    // One pixel wide: only for screen readers. What is typed scrolls inside its field.
    if (display === 'inline' || element.matches('input, textarea') || element.clientWidth <= 1) continue
    const isWide = element.scrollWidth > element.clientWidth + 1 && (isControl || overflowX !== 'visible')
    const isHigh = element.scrollHeight > element.clientHeight + 1 && overflowY !== 'visible'
    if (isWide || isHigh) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      found.push(
        `${scrollWidth}/${clientWidth} × ${scrollHeight}/${clientHeight} ${element.className} "${element.textContent?.slice(0, 60)}"`,
      )
    }
  }
  return found
}

/**
 * Pairs of prices, stock texts and buttons that overlap, overflowing words included.
 * Runs in the page.
 */
export function overlaps(): string[] {
  const PARTS =
    '.price-slot-price, .price-slot-none, .product-card-add, .product-card-name, .product-card-badges, .blister-card-name, .blister-card-price, .buy-bar-price, .buy-bar-button, .cart-row-name, .cart-row-price, .cart-row-quantity, .cart-row-total, .cart-row-remove, .cart-removed-name, .cart-summary-total dd, .cart-action-total, main .button'
  const shown = [...document.querySelectorAll<HTMLElement>(PARTS)].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .visually-hidden'),
  )
  const isPinned = (one: HTMLElement) => {
    for (let at: Element | null = one; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true
    return false
  }
  /** Its box and the boxes of its lines, which are wider where they may not wrap. */
  const boxesOf = (one: HTMLElement): DOMRect[] => {
    const boxes = [one.getBoundingClientRect()]
    if (getComputedStyle(one).overflowX !== 'visible') return boxes
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const parent = words.currentNode.parentElement
      // Clipped away: words for screen readers, also where only a narrow container hides them.
      if (!parent || parent.closest('.visually-hidden, dt') || getComputedStyle(parent).clipPath !== 'none')
        continue
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      boxes.push(...range.getClientRects())
    }
    return boxes
  }
  const sharePlace = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const places = shown.map((one) => ({ one, boxes: boxesOf(one), isPinned: isPinned(one) }))
  const found: string[] = []
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      // A sticky bar overlaps the page on purpose.
      if (a.isPinned !== b.isPinned || a.one.contains(b.one) || b.one.contains(a.one)) continue
      if (a.boxes.some((one) => b.boxes.some((other) => sharePlace(one, other))))
        found.push(`${a.one.className} "${a.one.textContent}" and ${b.one.className} "${b.one.textContent}"`)
    }
  }
  return found
}
