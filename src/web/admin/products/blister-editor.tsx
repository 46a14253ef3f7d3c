import { Plus } from 'lucide-react'
import { type ClipboardEvent, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { announce } from '../../ui/announcer.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { BlisterRow } from './blister-row.tsx'
import { cellAt, moveInGrid } from './grid-keys.ts'
import { pastedBlisters } from './pasted-blisters.ts'
import { type BlisterDraft, newBlister } from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import { Panel } from '../shell/panel.tsx'
import { counted } from '../kit/counted.ts'

/** The presentations as rows: arrow keys move between cells, Enter adds a row, and rows can be pasted from a spreadsheet. */
export function BlisterEditor({ form }: { form: ProductForm }) {
  const isMerch = form.values.type === 'merch'
  const rows = form.values.blisters
  const { box, ...edit } = useRowEdits(form)
  const last = rows.at(-1)
  // Sizes mostly have one price.
  const add = () => (isMerch && last ? edit.duplicate(last, rows.length - 1) : edit.add(rows.length))
  return (
    <Panel title={isMerch ? 'Precio y stock' : 'Presentaciones'}>
      <p className="field-hint">{isMerch ? MERCH_HINT : SEEDS_HINT}</p>
      {form.errors['blisters'] && (
        <FieldError id="product-blisters-error">{form.errors['blisters']}</FieldError>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys and paste of the fields inside */}
      <div
        className="stack-3"
        ref={box}
        onKeyDown={(event) => moveInGrid(event, box.current, add)}
        onPaste={edit.paste}
        id="product-blisters"
        tabIndex={-1}
      >
        {rows.map((blister, i) => (
          <BlisterRow
            key={blister.key}
            form={form}
            blister={blister}
            row={i}
            onDuplicate={() => edit.duplicate(blister, i)}
            onRemove={() => edit.remove(blister, i)}
          />
        ))}
      </div>
      <IconButton
        icon={Plus}
        text={isMerch ? (last ? 'Agregar talle' : 'Agregar precio y stock') : 'Agregar presentación'}
        className="blister-add"
        onClick={add}
      />
    </Panel>
  )
}

const SEEDS_HINT =
  'Podés pegar filas de una planilla: semillas, precio, stock y descuento. Enter agrega una fila. La imagen de una presentación reemplaza a la principal en su página cuando se la elige.'
const MERCH_HINT =
  'Si viene en talles, poné uno en cada fila, con su stock: quien compra elige. También podés pegarlos de una planilla: talle, precio, stock y descuento.'

/** Adds and removes rows and moves the focus; `box` contains the rows. */
function useRowEdits(form: ProductForm) {
  const box = useRef<HTMLDivElement>(null)
  const setAll = (next: (blisters: BlisterDraft[]) => BlisterDraft[]) =>
    form.change(({ blisters }) => ({ blisters: next(blisters) }))
  // After the row is rendered.
  const focusRow = (row: number) => setTimeout(() => cellAt(box.current, row, 0)?.focus())
  return {
    box,
    add: (row: number) => {
      setAll((blisters) => [...blisters, newBlister()])
      focusRow(row)
    },
    /** Pastes rows of a spreadsheet, in place of empty rows. */
    paste: (event: ClipboardEvent) => {
      const pasted = pastedBlisters(event.clipboardData.getData('text'), form.values.type === 'merch')
      if (pasted.length === 0) return
      event.preventDefault()
      setAll((blisters) => [...blisters.filter(isFilled), ...pasted])
      announce(counted(pasted.length, 'presentación pegada', 'presentaciones pegadas'))
    },
    duplicate: (blister: BlisterDraft, row: number) => {
      setAll((blisters) => blisters.toSpliced(row + 1, 0, copyOf(blister)))
      focusRow(row + 1)
    },
    remove: ({ key }: BlisterDraft, row: number) => {
      setAll((blisters) => blisters.filter((blister) => blister.key !== key))
      focusRow(Math.max(0, row - 1))
      announce('Presentación quitada')
    },
  }
}

function isFilled({ id, seed_count, size, price, stock }: BlisterDraft): boolean {
  return id !== undefined || seed_count !== '' || size !== '' || price !== '' || stock !== ''
}

/** A copy with the same numbers except the stock, and without size and picture, which show another one. */
function copyOf(blister: BlisterDraft): BlisterDraft {
  const { seed_count, price, discount } = blister
  return newBlister({ seed_count, price, discount })
}
