import { useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost } from '../ui/use-focus-on-arrival.ts'
import './forms.css'

/** Asks for confirmation before a dialog with unsaved input closes: render the `note` in it. */
export function useCloseGuard(isUnsaved: boolean, onClose: () => void) {
  const [isAsking, setIsAsking] = useState(false)
  return {
    close: () => (isUnsaved && !isAsking ? setIsAsking(true) : onClose()),
    note: isAsking && isUnsaved && <UnsavedNote onDiscard={onClose} onStay={() => setIsAsking(false)} />,
  }
}

interface UnsavedNoteProps {
  onDiscard: () => void
  onStay: () => void
}

/** Takes the focus, and returns it to the field that had it. */
function UnsavedNote({ onDiscard, onStay }: UnsavedNoteProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    before.current ??= document.activeElement
    const field = before.current
    // The safe choice.
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
