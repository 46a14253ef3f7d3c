import { useEffect, useRef } from 'react'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'

/** For a form that takes the place of another: its heading takes the focus, which that of the next form takes over. */
export function useStepFocus() {
  const step = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusHandedOn(step)
  useEffect(() => heading.current?.focus(), [])
  return { step, heading }
}
