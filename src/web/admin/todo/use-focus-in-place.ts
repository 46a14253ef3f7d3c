import { type RefObject, useEffect, useRef } from 'react'

/** When the row with the focus goes, the one in its place gets it. `rows` changes with the rows. */
export function useFocusInPlace(box: RefObject<HTMLElement | null>, rows: string): void {
  const place = useRef(-1)
  useEffect(() => {
    const found = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (isLost && place.current >= 0) found[Math.min(place.current, found.length - 1)]?.focus()
    const remember = () => {
      const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = all.findIndex((row) => row.contains(document.activeElement))
      if (at >= 0) place.current = at
      // A dialog of a row belongs to it.
      else if (document.querySelector('dialog[open]') === null && document.activeElement !== document.body)
        place.current = -1
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [box, rows])
}
