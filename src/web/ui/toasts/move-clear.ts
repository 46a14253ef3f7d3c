/**
 * What toasts must not cover: marked elements; the focused control, its field and the buttons of its form or dialog, which
 * come next; and fields with an error. A press focuses its button before it is released: a toast that moved over it in between
 * would take the click.
 */
function keptClear(): Element[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const focused = document.activeElement?.matches(CONTROLS) ? document.activeElement : undefined
  const around = dialog ?? focused?.closest('form') ?? document.querySelector('main')
  const next = around?.querySelectorAll('[type=submit], .dialog-actions .button, [aria-invalid=true]') ?? []
  const all = [...document.querySelectorAll('[data-keep-clear]'), ...next, ...(focused ? [focused] : [])]
  return all.map((one) => one.closest('.field') ?? one).filter((one) => !dialog || dialog.contains(one))
}

const CONTROLS = 'a, button, input, select, summary, textarea'
const GAP = 8

/** Repositions the toasts after focus changes, scrolls and page growth. Returns a function that stops it. */
export function keepClear(region: HTMLElement): () => void {
  const again = () => moveClear(region)
  const size = new ResizeObserver(again)
  again()
  size.observe(document.body)
  size.observe(region)
  document.addEventListener('focusin', again)
  document.addEventListener('scrollend', again, true)
  window.addEventListener('resize', again)
  return () => {
    size.disconnect()
    document.removeEventListener('focusin', again)
    document.removeEventListener('scrollend', again, true)
    window.removeEventListener('resize', again)
  }
}

/** At the bottom right; above what they would cover there, as low as they can. Where no place is free they stay at the bottom. */
function moveClear(region: HTMLElement): void {
  region.style.translate = ''
  const own = region.getBoundingClientRect()
  const kept = keptClear()
    .filter((element) => !region.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, height }) => height > 0 && left < own.right && own.left < right)
  const bottom = freeBottom(own, kept)
  if (bottom - own.height > 0) region.style.translate = `0 ${bottom - own.bottom}px`
}

/** The lowest bottom edge, at most its own, at which a box of this height covers none of the others. */
export function freeBottom(
  own: Pick<DOMRect, 'bottom' | 'height'>,
  kept: readonly Pick<DOMRect, 'top' | 'bottom'>[],
): number {
  let { bottom } = own
  const isHit = ({ top, bottom: end }: Pick<DOMRect, 'top' | 'bottom'>) =>
    top < bottom && bottom - own.height < end
  for (let hit = kept.find(isHit); hit; hit = kept.find(isHit)) bottom = hit.top - GAP
  return bottom
}
