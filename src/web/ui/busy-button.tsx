import {
  type ButtonHTMLAttributes,
  Children,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useRef,
} from 'react'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'

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
      {inElements(busy ? busyText : children)}
    </button>
  )
}

/** Texts in elements: a translator that replaces bare ones takes them from React, and moves the others. */
function inElements(children: ReactNode): ReactNode {
  const parts = Children.toArray(children)
  if (!parts.some(isValidElement)) return <span>{parts}</span>
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a button stay in their order
  return parts.map((part, at) => (isValidElement(part) ? part : <span key={at}>{part}</span>))
}
