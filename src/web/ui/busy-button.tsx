import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import './button.css'

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  busy: boolean
  busyText?: string
  ref?: Ref<HTMLButtonElement>
}

/** Shows that it is working and ignores clicks meanwhile. It is not disabled, so that it keeps the focus. */
export function BusyButton({
  busy,
  busyText = 'Procesando…',
  className,
  onClick,
  children,
  ...rest
}: BusyButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
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
