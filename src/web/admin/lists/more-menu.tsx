import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import '../../ui/button.css'
import './more-menu.css'

interface MoreMenuProps {
  /** Appended to 'Más' for screen readers: ' del pedido #12'. */
  of: string
  /** Buttons. */
  children: ReactNode
}

/** The less frequent actions, behind 'Más'. It closes with an action, with Escape, and when focus or press go elsewhere. */
export function MoreMenu({ of, children }: MoreMenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (box.current?.open && !box.current.contains(target as Node)) box.current.open = false
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])
  /** Also for a shortcut, which presses a button of the closed menu. */
  const close = () => {
    if (!box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (box.current && relatedTarget && !box.current.contains(relatedTarget)) box.current.open = false
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of the controls inside
    <details className="more-menu" ref={box} onKeyDown={escape} onBlur={leave}>
      <summary className="button secondary">
        Más
        <span className="visually-hidden">{of}</span>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- after a button's click */}
      <div className="more-menu-list" onClick={close}>
        {children}
      </div>
    </details>
  )
}
