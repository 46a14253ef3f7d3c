import { BusyButton } from '../../../ui/busy-button.tsx'
import { DiscardButton } from '../../../forms/discard-or-save.tsx'
import { LeaveDialog } from '../../../forms/leave-dialog.tsx'
import { entriesOf, takenBack } from './grid-cells.ts'
import { changesText } from './grid-words.ts'
import type { ProductGridState } from './use-product-grid.ts'
import '../../../forms/forms.css'

/** Saves all edits, on any page of the list; afterwards offers undo. */
export function GridBar({ grid }: { grid: ProductGridState }) {
  const cells = entriesOf(grid.typed)
  if (cells.length === 0 && !grid.saved) return null
  return (
    <div className="save-bar" data-bottom-bar>
      {cells.length > 0 ? <Unsaved grid={grid} /> : <Saved grid={grid} />}
      <LeaveDialog blocker={grid.blocker} />
    </div>
  )
}

function Unsaved({ grid }: { grid: ProductGridState }) {
  const cells = entriesOf(grid.typed)
  const wrong = cells.filter(([, { error }]) => error).length
  return (
    <>
      <output className="strong">
        {grid.said || changesText(cells.length)}
        {wrong > 0 && ` · ${wrong} para revisar`}
      </output>
      <div className="save-bar-actions">
        <DiscardButton
          form={{ isDirty: true, isBusy: grid.isBusy, restart: grid.discard }}
          warning="Se pierde lo escrito."
        />
        <BusyButton busy={grid.isBusy} busyText="Guardando…" onClick={grid.save}>
          {`Guardar ${changesText(cells.length)}`}
        </BusyButton>
      </div>
    </>
  )
}

/** The focused button is gone. */
function focus(words: HTMLElement | null): void {
  if (document.activeElement === document.body) words?.focus()
}

function Saved({ grid }: { grid: ProductGridState }) {
  const count = entriesOf(takenBack(grid.saved ?? [])).length
  return (
    <>
      <output className="strong" ref={focus} tabIndex={-1}>
        {count === 1 ? 'Se guardó 1 cambio.' : `Se guardaron ${changesText(count)}.`}
      </output>
      <div className="save-bar-actions">
        <BusyButton className="secondary" busy={grid.isBusy} busyText="Deshaciendo…" onClick={grid.undo}>
          Deshacer
        </BusyButton>
      </div>
    </>
  )
}
