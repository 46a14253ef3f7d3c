import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import './controls.css'

const ITEMS = '.more-menu-items :is(button, a)'

interface MoreMenuProps {
  /** Buttons and links. They stay mounted; a dialog that one opens stands outside. */
  children: ReactNode
}

/**
 * What a screen can do besides its next step: a disclosure whose arrows, Home and End move between its buttons. Escape, a press
 * elsewhere and each of its buttons close it.
 */
export function MoreMenu({ children }: MoreMenuProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
    const to = placeAfter(event.key, items.indexOf(event.target as HTMLElement), items.length) // safe: keys come from elements
    if (to === undefined || (!isOpen && event.key !== 'ArrowDown')) return
    // Neither the page nor a list of the screen moves.
    event.preventDefault()
    event.stopPropagation()
    // Hidden buttons take no focus.
    flushSync(() => setIsOpen(true))
    items[to]?.focus()
  }
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
      if (!(target instanceof Element) || !target.closest(ITEMS)) return
      button.current?.focus()
      close()
    }
    const key = (event: globalThis.KeyboardEvent) => {
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of its buttons
    <div className="more-menu" ref={box} onKeyDown={onKeyDown}>
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

/** The item that a key leads to from one, or from the button (-1); undefined for other keys. */
function placeAfter(key: string, at: number, length: number): number | undefined {
  if (key === 'Home' || key === 'End') return at < 0 ? undefined : key === 'Home' ? 0 : length - 1
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return at < 0 ? length - 1 : (at - 1 + length) % length
  return undefined
}
