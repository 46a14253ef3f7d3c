import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'

const ROTATE_MS = 7_000
/** With touch or on a small screen, and where motion is unwanted, nothing moves by itself. */
const MAY_MOVE =
  '(hover: hover) and (pointer: fine) and (min-width: 992px) and (prefers-reduced-motion: no-preference)'

/**
 * Whether the carousel moves by itself. It stops for good as soon as somebody takes it into their hands, by focus or by
 * a press; while the pointer is over it, or the tab is hidden, it only waits.
 */
export function useRotation(box: RefObject<HTMLElement | null>, next: () => void) {
  const mayMove = useSyncExternalStore(subscribe, readMayMove, () => false)
  const [chosen, setRotating] = useState<boolean>()
  const [held, setHeld] = useState(false)
  const rotating = chosen ?? mayMove

  useEffect(() => {
    if (!rotating || held) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) next()
    }, ROTATE_MS)
    return () => clearInterval(timer)
  }, [rotating, held, next])

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const hold = () => setHeld(true)
    const letGo = () => setHeld(false)
    // Focus on the pause button is left to that button: a press on it would otherwise stop and start again.
    const stop = (event: FocusEvent) => {
      if (!(event.target as HTMLElement).matches('[data-rotation]')) setRotating(false)
    }
    element.addEventListener('pointerenter', hold)
    element.addEventListener('pointerleave', letGo)
    element.addEventListener('focusin', stop)
    return () => {
      element.removeEventListener('pointerenter', hold)
      element.removeEventListener('pointerleave', letGo)
      element.removeEventListener('focusin', stop)
    }
  }, [box])

  return { rotating, setRotating }
}

function readMayMove(): boolean {
  return window.matchMedia(MAY_MOVE).matches
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(MAY_MOVE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
