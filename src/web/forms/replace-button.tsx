import { type ReactNode, useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

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
  return (
    <>
      <BusyButton className={look} busy={false} onClick={() => (asks ? setIsAsking(true) : onReplace())}>
        {children}
      </BusyButton>
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
