/**
 * Elements that toasts must not cover: marked ones and the focused control. A press focuses its button before it is
 * released: a toast that moved over it in between would take the click.
 */
const KEPT_CLEAR = '[data-keep-clear], :is(a, button, input, select, summary, textarea):focus'

/** Repositions the toasts after focus changes, scrolls and page growth. Returns a function that stops it. */
export function keepClear(region: HTMLElement): () => void {
  const again = () => moveClear(region)
  const size = new ResizeObserver(again)
  again()
  size.observe(document.body)
  document.addEventListener('focusin', again)
  document.addEventListener('scrollend', again)
  window.addEventListener('resize', again)
  return () => {
    size.disconnect()
    document.removeEventListener('focusin', again)
    document.removeEventListener('scrollend', again)
    window.removeEventListener('resize', again)
  }
}

/** Toasts begin at the bottom and move only when they cover such an element: to the top, unless they cover one there. */
function moveClear(region: HTMLElement): void {
  if (!covers(region)) return
  region.classList.toggle('toast-region-top')
  if (covers(region)) region.classList.remove('toast-region-top')
}

function covers(region: HTMLElement): boolean {
  const own = region.getBoundingClientRect()
  return [...document.querySelectorAll(KEPT_CLEAR)].some((element) => {
    if (region.contains(element)) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left < own.right && own.left < right && top < own.bottom && own.top < bottom
  })
}
