import { useEffect, useState, type RefObject } from 'react'
import { useMedia } from '../../browser/media.ts'

const ROTATE_MS = 7_000
/** Nothing moves by itself on touch screens, on small screens, or where reduced motion is preferred. */
const MAY_MOVE =
  '(hover: hover) and (pointer: fine) and (width >= 62rem) and (prefers-reduced-motion: no-preference)'

/**
 * Whether the carousel moves by itself. Focus or a press stops it for good; it pauses while the pointer is over it or the tab
 * is hidden.
 */
export function useRotation(box: RefObject<HTMLElement | null>, next: () => void) {
  const mayMove = useMedia(MAY_MOVE)
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
    // The pause button is left out: its focus would stop the rotation and its press start it again.
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
