import { Dialog } from '../ui/dialog.tsx'
import { MergeChoices } from './merge-choices.tsx'
import type { FieldConflict } from './three-way.ts'

interface BankMergeDialogProps {
  merge: { conflicts: FieldConflict[]; taken: string[] } | undefined
  onSave: (theirs: ReadonlySet<string>) => void
  onClose: () => void
}

/** Somebody saved while this was being edited: nothing is lost, what both changed is asked about. */
export function BankMergeDialog({ merge, onSave, onClose }: BankMergeDialogProps) {
  return (
    <Dialog
      open={merge !== undefined}
      onClose={onClose}
      title="Otra persona guardó este banco"
      className="merge-dialog"
    >
      {merge && <MergeChoices {...merge} backText="Volver al formulario" onSave={onSave} onBack={onClose} />}
    </Dialog>
  )
}
