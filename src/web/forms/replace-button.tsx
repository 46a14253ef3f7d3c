import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useFocusHandedOn } from '../ui/use-focus-on-arrival.ts'

interface ReplaceButtonProps {
  /** The form has typed text that would be lost. */
  asks: boolean
  look: string
  onReplace: () => void
  children: ReactNode
}

/** Replaces the text of a form. Asks for confirmation before typed text is lost. */
export function ReplaceButton({ asks, look, onReplace, children }: ReplaceButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandedOn(button)
  return (
    <>
      <button
        type="button"
        className={`button ${look}`}
        ref={button}
        onClick={() => (asks ? setIsAsking(true) : onReplace())}
      >
        {children}
      </button>
      <ConfirmDialog
        open={isAsking}
        title="Reemplazar el texto"
        confirmText="Reemplazar"
        cancelText="Seguir escribiendo"
        onConfirm={() => {
          setIsAsking(false)
          onReplace()
        }}
        onClose={() => setIsAsking(false)}
      >
        <p>Se pierde lo escrito que no se guardó.</p>
      </ConfirmDialog>
    </>
  )
}
