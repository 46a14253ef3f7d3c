import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import './more-menu.css'

interface MoreMenuProps {
  /** Buttons and links. They stay mounted; a dialog that one opens stands outside. */
  children: ReactNode
}

/** What a screen can do besides its next step. Escape, a press elsewhere and each of its buttons close it. */
export function MoreMenu({ children }: MoreMenuProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const listening = new AbortController()
    const { signal } = listening
    const close = () => setIsOpen(false)
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }
    // Before the pressed one acts: a dialog that it opens gives the focus back to the menu's button.
    const press = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('.more-menu-items :is(button, a)')) return
      button.current?.focus()
      close()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      button.current?.focus()
      close()
    }
    document.addEventListener('pointerdown', leave, { signal })
    document.addEventListener('focusin', leave, { signal })
    document.addEventListener('click', press, { signal, capture: true })
    document.addEventListener('keydown', key, { signal })
    return () => listening.abort()
  }, [isOpen])
  return (
    <div className="more-menu" ref={box}>
      <button
        ref={button}
        type="button"
        className="button secondary icon-only"
        aria-label="Más acciones"
        title="Más acciones"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Ellipsis aria-hidden="true" size={20} />
      </button>
      <div className="more-menu-items" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
