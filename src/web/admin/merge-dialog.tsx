import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { PendingMerge, ProductForm } from './use-product-form.ts'

/** Somebody saved while this was being edited: nothing is lost, what both changed is asked about. */
export function MergeDialog({ form }: { form: ProductForm }) {
  const { merge, closeMerge } = form
  return (
    <Dialog
      open={merge !== undefined}
      onClose={closeMerge}
      title="Otra persona guardó este producto"
      className="merge-dialog"
    >
      {merge && <Choices merge={merge} form={form} />}
    </Dialog>
  )
}

function Choices({ merge, form }: { merge: PendingMerge; form: ProductForm }) {
  const { conflicts, taken } = merge
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isTheirs: boolean) =>
    setTheirs((now) => new Set(isTheirs ? [...now, id] : [...now].filter((other) => other !== id)))
  const save = () =>
    form.saveMerged(
      conflicts
        .filter(({ id }) => theirs.has(id))
        .reduce((draft, conflict) => conflict.takeTheirs(draft), merge.draft),
    )
  return (
    <>
      <p>
        {conflicts.length === 0
          ? 'Los cambios de las dos personas no se pisan: se pueden guardar juntos.'
          : 'Lo que cambió una sola persona se conserva. Falta elegir qué queda donde cambiaron las dos.'}
      </p>
      {conflicts.map(({ id, label, mine, theirs: other }) => (
        <fieldset key={id} className="merge-choice">
          <legend>{label}</legend>
          <label>
            <input type="radio" name={id} checked={!theirs.has(id)} onChange={() => choose(id, false)} />
            <span>
              <strong>Mi cambio:</strong> {mine}
            </span>
          </label>
          <label>
            <input type="radio" name={id} checked={theirs.has(id)} onChange={() => choose(id, true)} />
            <span>
              <strong>De la otra persona:</strong> {other}
            </span>
          </label>
        </fieldset>
      ))}
      {taken.length > 0 && (
        <div>
          <h3>Se incorpora de la otra persona</h3>
          <ul className="merge-taken">
            {taken.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="button secondary" onClick={form.closeMerge}>
          Volver al formulario
        </button>
        <button type="button" className="button primary" onClick={save}>
          {conflicts.length === 0 ? 'Guardar todo' : 'Guardar lo elegido'}
        </button>
      </div>
    </>
  )
}
