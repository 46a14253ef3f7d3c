/** How many times larger than on the page. */
const POWER = 2

/** Where the enlarged picture lies behind the glass, so that the point under the mouse is in its middle. */
export function behindGlass(
  point: { x: number; y: number },
  picture: { left: number; top: number },
  radius: number,
): { x: number; y: number } {
  return {
    x: radius - (point.x - picture.left) * POWER,
    y: radius - (point.y - picture.top) * POWER,
  }
}

/**
 * A round glass under the mouse that shows the picture twice as large; a click still opens the closer look. It follows
 * until the mouse leaves or presses. Styles are set one by one: the page's policy refuses `style` attributes.
 */
export function followWithLens(place: HTMLElement, first: { clientX: number; clientY: number }): void {
  const image = place.querySelector('img')
  if (!image?.complete || place.querySelector('.gallery-lens')) return
  const glass = document.createElement('span')
  glass.className = 'gallery-lens'
  glass.ariaHidden = 'true'
  glass.style.backgroundImage = `url("${image.currentSrc}")`
  place.append(glass)

  const follow = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }) => {
    const picture = image.getBoundingClientRect()
    const radius = glass.offsetWidth / 2
    const behind = behindGlass({ x, y }, picture, radius)
    glass.style.backgroundSize = `${picture.width * POWER}px ${picture.height * POWER}px`
    glass.style.backgroundPosition = `${behind.x}px ${behind.y}px`
    glass.style.translate = `${x - picture.left - radius}px ${y - picture.top - radius}px`
  }
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    glass.remove()
  }
  place.addEventListener('pointermove', follow, { signal: ended.signal })
  for (const event of ['pointerleave', 'pointerdown', 'keydown'] as const)
    place.addEventListener(event, end, { signal: ended.signal })
  follow(first)
}
