import { type ButtonHTMLAttributes, type MouseEvent, type Ref, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'
import './button.css'

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  busy: boolean
  busyText?: string
  ref?: Ref<HTMLButtonElement>
}

/**
 * Shows that it is working and ignores clicks meanwhile. It is not disabled, so that it keeps the focus. If it is removed
 * once its work is done, the heading takes the focus, unless the caller's `ref` cares for it.
 */
export function BusyButton({
  busy,
  busyText = 'Procesando…',
  className,
  onClick,
  children,
  ref,
  ...rest
}: BusyButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  useFocusHandedOn(own)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      ref={ref ?? own}
      className={`button ${className ?? 'primary'}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {busy ? busyText : children}
    </button>
  )
}
