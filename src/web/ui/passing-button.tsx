import { type ComponentProps, useRef } from 'react'
import { BusyButton } from './busy-button.tsx'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'

/** A button that is removed once its work is done: the heading takes the focus. */
export function PassingButton(props: Omit<ComponentProps<typeof BusyButton>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandedOn(button)
  return <BusyButton {...props} ref={button} />
}
