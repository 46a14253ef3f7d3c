import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import './button.css'

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

/** A button with an icon and a text. */
export function IconButton(props: IconButtonProps) {
  const {
    icon: Icon,
    text,
    of,
    size = 20,
    look = 'secondary',
    isIconOnly = false,
    className = '',
    ...button
  } = props
  return (
    <button
      type="button"
      {...button}
      className={`button ${look}${isIconOnly ? ' icon-only' : ''} ${className}`.trimEnd()}
    >
      <Icon aria-hidden="true" size={size} />
      {isIconOnly ? <span className="visually-hidden">{text}</span> : text}
      {of && <span className="visually-hidden">{of}</span>}
    </button>
  )
}
