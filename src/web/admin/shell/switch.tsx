import type { ButtonHTMLAttributes } from 'react'
import './switch.css'

interface SwitchProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isOn: boolean
  /** Beside the switch; none in a table, whose column says it. */
  text?: string | undefined
  className?: string | undefined
}

/** Something that is on or off at once. */
export function Switch({ isOn, text, className = '', ...button }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      {...button}
      className={`admin-switch ${className}`}
      aria-checked={isOn}
    >
      <span className="admin-switch-track" aria-hidden="true" />
      {text}
    </button>
  )
}
