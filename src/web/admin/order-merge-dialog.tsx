import { Dialog } from '../ui/dialog.tsx'
import { MergeChoices } from './merge-choices.tsx'
import type { FieldConflict } from './three-way.ts'

interface OrderMergeDialogProps {
  merge: { conflicts: FieldConflict[]; taken: string[] } | undefined
  onSave: (theirs: ReadonlySet<string>) => void
  onClose: () => void
}

/** Somebody saved while this was being edited: nothing is lost, what both changed is asked about. */
export function OrderMergeDialog({ merge, onSave, onClose }: OrderMergeDialogProps) {
  return (
    <Dialog
      open={merge !== undefined}
      onClose={onClose}
      title="Otra persona guardó este pedido"
      className="merge-dialog"
    >
      {merge && <MergeChoices {...merge} backText="Volver al pedido" onSave={onSave} onBack={onClose} />}
    </Dialog>
  )
}
