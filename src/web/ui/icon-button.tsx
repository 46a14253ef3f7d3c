import type { LucideIcon } from 'lucide-react'
import { type ButtonHTMLAttributes, type Ref, useRef } from 'react'
import { useFocusHandedOn } from './use-focus-on-arrival.ts'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  text: string
  /** Appended to the text for screen readers: ' del pedido #12'. */
  of?: string | undefined
  /** Size of the icon in pixels. */
  size?: number
  look?: 'primary' | 'secondary' | 'quiet'
  /** The text is for screen readers only. */
  isIconOnly?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button with an icon and a text. If its press removes it, the heading takes the focus, unless the caller has a `ref`. */
export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    text,
    of,
    size = 20,
    look = 'secondary',
    isIconOnly = false,
    className = '',
    ref,
    ...button
  } = props
  const own = useRef<HTMLButtonElement>(null)
  useFocusHandedOn(own)
  return (
    <button
      type="button"
      {...button}
      ref={ref ?? own}
      className={`button ${look}${isIconOnly ? ' icon-only' : ''} ${className}`.trimEnd()}
    >
      <Icon aria-hidden="true" size={size} />
      {isIconOnly ? <span className="visually-hidden">{text}</span> : text}
      {of && <span className="visually-hidden">{of}</span>}
    </button>
  )
}
