import { type RefObject, useEffect, useRef } from 'react'

/** When the focused row is removed, the row in its place takes the focus. `rows` changes with the rows. */
export function useFocusInPlace(box: RefObject<HTMLElement | null>, rows: string): void {
  /** The index of the focused row; -1 if the focus is elsewhere. */
  const place = useRef(-1)
  const known = useRef(rows)
  useEffect(() => {
    if (known.current === rows) return
    known.current = rows
    const all = rowsIn(box.current)
    if (document.activeElement === document.body && place.current >= 0)
      all[Math.min(place.current, all.length - 1)]?.focus()
  }, [box, rows])
  useEffect(() => {
    // A dialog of a row belongs to it.
    const remember = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('dialog'))
        place.current = rowsIn(box.current).findIndex((row) => row.contains(target))
    }
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', remember)
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember)
    }
  }, [box])
}

function rowsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}
