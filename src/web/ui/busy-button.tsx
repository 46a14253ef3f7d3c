import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import '../styles/button.css'

interface BusyButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  busy: boolean
  busyText?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button that says it is working and ignores further clicks meanwhile; it keeps the focus, so it is not disabled. */
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
