import type { ButtonHTMLAttributes } from 'react'
import '../kit/controls.css'

interface SwitchProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isOn: boolean
  /** Beside the switch; undefined in a table, whose column has it. */
  text?: string | undefined
  className?: string | undefined
}

/** A toggle that applies at once. */
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
