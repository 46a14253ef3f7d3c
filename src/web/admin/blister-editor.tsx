import { Copy, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { formatPesos } from '../../contract/money.ts'
import { announce } from '../ui/announcer.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { amountText, parseAmount, tidyAmount } from './amounts.ts'
import { pastedBlisters } from './pasted-blisters.ts'
import {
  type BlisterDraft,
  blistersToSave,
  clampDiscount,
  finalPriceOf,
  hasPrice,
  newBlister,
} from './product-draft.ts'
import type { ProductForm } from './use-product-form.ts'

/** The presentations as rows: with the arrow keys from cell to cell, Enter adds a row, a spreadsheet can be pasted. */
export function BlisterEditor({ form }: { form: ProductForm }) {
  const { draft, change } = form
  const isMerch = draft.type === 'merch'
  const rows = blistersToSave(draft)
  const box = useRef<HTMLDivElement>(null)
  const setAll = (next: (blisters: BlisterDraft[]) => BlisterDraft[]) =>
    change((now) => ({ blisters: next(now.blisters) }))
  const focusLater = (row: number, column = 0) => setTimeout(() => cellAt(box.current, row, column)?.focus())
  const add = () => {
    setAll((blisters) => [...blisters, newBlister()])
    focusLater(rows.length)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = isMerch ? [] : pastedBlisters(event.clipboardData.getData('text'))
    if (pasted.length === 0) return
    event.preventDefault()
    // Rows that nobody has filled in yet make way.
    setAll((blisters) => [...blisters.filter(isFilled), ...pasted])
    announce(`${pasted.length} ${pasted.length === 1 ? 'presentación pegada' : 'presentaciones pegadas'}`)
  }
  const press = (event: KeyboardEvent) => moveInGrid(event, box.current, isMerch ? undefined : add)
  const dropped = draft.blisters.length - rows.length
  return (
    <section className="admin-card" aria-labelledby="product-blisters-title">
      <h2 id="product-blisters-title">{isMerch ? 'Precio y stock' : 'Presentaciones'}</h2>
      {!isMerch && (
        <p className="field-hint">
          Se pueden pegar filas de una planilla: semillas, precio, stock y descuento. Enter agrega una fila.
        </p>
      )}
      {dropped > 0 && (
        <p className="field-hint">
          {`El merchandising se guarda con una sola presentación: ${dropped === 1 ? 'otra queda' : `otras ${dropped} quedan`} afuera.`}
        </p>
      )}
      {form.errorOf('blisters') && (
        <FieldError id="product-blisters-error">{form.errorOf('blisters')}</FieldError>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and paste of the fields within */}
      <div
        className="blister-rows"
        ref={box}
        onKeyDown={press}
        onPaste={paste}
        id="product-blisters"
        tabIndex={-1}
      >
        {rows.map((blister, i) => (
          <BlisterRow
            key={blister.key}
            form={form}
            blister={blister}
            row={i}
            onChange={(part) =>
              setAll((blisters) =>
                blisters.map((one) => (one.key === blister.key ? { ...one, ...part } : one)),
              )
            }
            onDuplicate={() => {
              setAll((blisters) => blisters.toSpliced(i + 1, 0, copyOf(blister)))
              focusLater(i + 1)
            }}
            onRemove={() => {
              setAll((blisters) => blisters.filter(({ key }) => key !== blister.key))
              focusLater(Math.max(0, i - 1))
              announce('Presentación quitada')
            }}
          />
        ))}
      </div>
      {!isMerch && (
        <button type="button" className="button secondary blister-add" onClick={add}>
          <Plus aria-hidden="true" size={20} />
          Agregar presentación
        </button>
      )}
      {isMerch && rows.length === 0 && (
        <button type="button" className="button secondary blister-add" onClick={add}>
          <Plus aria-hidden="true" size={20} />
          Agregar precio y stock
        </button>
      )}
    </section>
  )
}

function isFilled({ id, seed_count, price, stock }: BlisterDraft): boolean {
  return id !== undefined || seed_count !== '' || price !== '' || stock !== ''
}

/** Another presentation with the same numbers; its stock is its own, so it is asked for. */
function copyOf(blister: BlisterDraft): BlisterDraft {
  return newBlister({ ...blister, id: undefined, stockLoaded: undefined, stock: '' })
}

interface BlisterRowProps {
  form: ProductForm
  blister: BlisterDraft
  row: number
  onChange: (part: Partial<BlisterDraft>) => void
  onDuplicate: () => void
  onRemove: () => void
}

function BlisterRow({ form, blister, row, onChange, onDuplicate, onRemove }: BlisterRowProps) {
  const isMerch = form.draft.type === 'merch'
  const edited = useRef(new Set<string>())
  const cell = (field: 'seed_count' | 'price' | 'stock' | 'discount') => ({
    id: `product-blisters.${row}.${field}`,
    value: blister[field],
    error: form.errorOf(`blisters.${row}.${field}`),
    inputMode: field === 'price' || field === 'discount' ? ('decimal' as const) : ('numeric' as const),
    autoComplete: 'off',
    maxLength: 16,
    'data-cell': `${row}`,
    onChange: (event: { target: { value: string } }) => {
      edited.current.add(field)
      onChange({ [field]: event.target.value })
    },
    onBlur: () => {
      // Who only passes through an empty cell has not been asked for it yet.
      if (edited.current.delete(field) || blister[field] !== '') form.touch(`blisters.${row}.${field}`)
    },
  })
  const name = isMerch ? 'Merchandising' : `Presentación X${blister.seed_count || '…'}`
  return (
    <fieldset className="blister-row">
      <legend className={isMerch ? 'visually-hidden' : undefined}>{name}</legend>
      <div className="blister-cells">
        {!isMerch && <Field label="Semillas" {...cell('seed_count')} />}
        <Field
          label="Precio ($)"
          {...cell('price')}
          onBlur={() => {
            onChange({ price: tidyAmount(blister.price) })
            cell('price').onBlur()
          }}
        />
        <Field label="Stock" hint={stockHint(blister)} {...cell('stock')} />
        <DiscountField cell={cell('discount')} onChange={onChange} />
        <FinalPrice blister={blister} />
      </div>
      {!isMerch && (
        <div className="blister-actions">
          <button type="button" className="button quiet" onClick={onDuplicate}>
            <Copy aria-hidden="true" size={18} />
            Duplicar
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
          <button type="button" className="button quiet" onClick={onRemove}>
            <Trash2 aria-hidden="true" size={18} />
            Quitar
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** What the number is counted against, as soon as it is another one. */
function stockHint({ stock, stockLoaded }: BlisterDraft): string | undefined {
  return stockLoaded === undefined || parseAmount(stock) === stockLoaded ? undefined : `Había ${stockLoaded}`
}

interface Cell {
  id: string
  value: string
  error: string | undefined
  onBlur: () => unknown
}

/** More than 100 and less than 0 are set right when the field is left, and it says so. */
function DiscountField({ cell, onChange }: { cell: Cell; onChange: (part: Partial<BlisterDraft>) => void }) {
  const [note, setNote] = useState<string>()
  const leave = () => {
    cell.onBlur()
    const discount = parseAmount(cell.value)
    if (discount === undefined) return
    const clamped = clampDiscount(discount)
    setNote(clamped === discount ? undefined : `Ajustado a ${clamped} %: el descuento va de 0 a 100`)
    onChange({ discount: amountText(clamped) })
  }
  return (
    <div>
      <Field label="Descuento (%)" optional {...cell} onBlur={leave} />
      <output className="blister-note">{note}</output>
    </div>
  )
}

function FinalPrice({ blister }: { blister: BlisterDraft }) {
  const price = finalPriceOf(blister)
  return (
    <p className="blister-final">
      <span className="field-label">Precio final</span>
      <output>{price === undefined ? '–' : hasPrice(blister) ? formatPesos(price) : 'Sin precio'}</output>
    </p>
  )
}

// ---- Moving ----------------------------------------------------------------------------------------------------

function cellsOf(box: HTMLElement | null, row: number): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>(`[data-cell="${row}"]`) ?? [])]
}

function cellAt(box: HTMLElement | null, row: number, column: number): HTMLInputElement | undefined {
  return cellsOf(box, row)[column]
}

/** Up and down from row to row; left and right where the caret can go no further. Enter in the last row adds one. */
function moveInGrid(event: KeyboardEvent, box: HTMLElement | null, add: (() => void) | undefined): void {
  const { target } = event
  if (
    !(target instanceof HTMLInputElement) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey
  )
    return
  const row = Number(target.dataset['cell'])
  const column = cellsOf(box, row).indexOf(target)
  if (column < 0) return
  const caret = target.selectionStart === target.selectionEnd ? target.selectionStart : undefined
  const to = {
    ArrowUp: cellAt(box, row - 1, column),
    ArrowDown: cellAt(box, row + 1, column),
    ArrowLeft: caret === 0 ? cellAt(box, row, column - 1) : undefined,
    ArrowRight: caret === target.value.length ? cellAt(box, row, column + 1) : undefined,
    Enter: cellAt(box, row + 1, column),
  }[event.key]
  if (event.key === 'Enter') {
    event.preventDefault()
    if (to) to.focus()
    else add?.()
    return
  }
  if (!to) return
  event.preventDefault()
  to.focus()
  to.select()
}
