/** What no toast may cover: what is marked so, and the field one types in. */
const KEPT_CLEAR = '[data-keep-clear], :is(input, select, textarea):focus'

/**
 * Moves the toasts whenever what they lie on may have changed: another focus, the end of a scroll, a page that grew. Returns a
 * function that stops it.
 */
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

/** Toasts lie at the bottom, unless there they cover what one needs and at the top they do not. */
function moveClear(region: HTMLElement): void {
  region.classList.remove('toast-region-top')
  if (!covers(region)) return
  region.classList.add('toast-region-top')
  if (covers(region)) region.classList.remove('toast-region-top')
}

function covers(region: HTMLElement): boolean {
  const own = region.getBoundingClientRect()
  return [...document.querySelectorAll(KEPT_CLEAR)].some((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left < own.right && own.left < right && top < own.bottom && own.top < bottom
  })
}
