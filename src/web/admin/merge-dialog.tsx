import { Dialog } from '../ui/dialog.tsx'
import { MergeChoices } from './merge-choices.tsx'
import type { PendingMerge, ProductForm } from './use-product-form.ts'

/** Somebody saved while this was being edited: nothing is lost, what both changed is asked about. */
export function MergeDialog({ form }: { form: ProductForm }) {
  const { merge, closeMerge } = form
  const save = (pending: PendingMerge, theirs: ReadonlySet<string>) =>
    form.saveMerged(
      pending.conflicts
        .filter(({ id }) => theirs.has(id))
        .reduce((draft, conflict) => conflict.takeTheirs(draft), pending.draft),
    )
  return (
    <Dialog
      open={merge !== undefined}
      onClose={closeMerge}
      title="Otra persona guardó este producto"
      className="merge-dialog"
    >
      {merge && (
        <MergeChoices
          conflicts={merge.conflicts}
          taken={merge.taken}
          backText="Volver al formulario"
          onSave={(theirs) => save(merge, theirs)}
          onBack={closeMerge}
        />
      )}
    </Dialog>
  )
}
