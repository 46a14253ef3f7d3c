import { useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '../ui/use-focus-on-arrival.ts'
import '../styles/admin-merge.css'

interface UnsavedNoteProps {
  onDiscard: () => void
  onStay: () => void
}

/** What the first Escape asks in a dialog in which something was written. Who stays goes on where they were. */
export function UnsavedNote({ onDiscard, onStay }: UnsavedNoteProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    before.current ??= document.activeElement
    const field = before.current
    // The safe answer.
    stay.current?.focus()
    return () => {
      setTimeout(() => {
        if (isFocusLost() && field instanceof HTMLElement) field.focus()
      })
    }
  }, [])
  return (
    <div className="unsaved-note" role="alert">
      <p>Hay cambios sin guardar.</p>
      <button type="button" className="button secondary" onClick={onDiscard}>
        Descartar
      </button>
      <button type="button" className="button quiet" ref={stay} onClick={onStay}>
        Seguir escribiendo
      </button>
    </div>
  )
}
