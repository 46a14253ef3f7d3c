import { Copy, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, useRef, useState } from 'react'
import { parseAmount, parsePercent } from '../../../contract/amounts.ts'
import { SHOWN_UNSOLD, SIZE } from '../../../contract/catalog/product-rules.ts'
import { withheldText } from '../../../contract/catalog/stock-rules.ts'
import { formatAmount, formatPesos } from '../../../contract/money.ts'
import { formatNumber } from '../../../contract/place.ts'
import { afterPress } from '../../browser/after-press.ts'
import { announce } from '../../ui/announcer.tsx'
import { firstClick } from '../../browser/first-click.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { counted } from '../kit/counted.ts'
import { NumberField } from '../shell/number-field.tsx'
import { Panel } from '../shell/panel.tsx'
import { amountText } from './amounts.ts'
import { cellAt, moveInGrid } from './grid-keys.ts'
import { pastedBlisters } from './pasted-blisters.ts'
import { PriceHistoryButton } from './price-history.tsx'
import { type BlisterDraft, clampDiscount, finalPriceOf, hasPrice, newBlister } from './product-draft.ts'
import { BlisterPicture } from './product-pictures.tsx'
import type { ProductForm } from './use-product-form.ts'

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

interface BlisterRowProps {
  form: ProductForm
  blister: BlisterDraft
  /** Index from 0. */
  row: number
  onDuplicate: () => void
  onRemove: () => void
}

/** One presentation: its cells, the final price, and its actions. */
function BlisterRow({ form, blister, row, onDuplicate, onRemove }: BlisterRowProps) {
  const isMerch = form.values.type === 'merch'
  const hasSizes = isMerch && (form.values.blisters.length > 1 || blister.size !== '')
  const ofMerch = hasSizes ? `Talle ${blister.size || '…'}` : 'Merchandising'
  const name = isMerch ? ofMerch : `Presentación X${blister.seed_count || '…'}`
  const field = `blisters.${row}.image`
  return (
    <fieldset className="blister-row">
      <legend className={isMerch && !hasSizes ? 'visually-hidden' : undefined}>{name}</legend>
      <BlisterCells form={form} blister={blister} row={row} />
      {(!isMerch || hasSizes) && (
        <div className="blister-actions">
          <BlisterPicture
            form={form}
            blister={blister}
            name={name}
            field={field}
            onChange={(image) => changeIn(form, blister, { image }, field)}
          />
          {blister.id !== undefined && <PriceHistoryButton blister={blister.id} name={name} />}
          <button type="button" className="button quiet" onClick={onDuplicate}>
            <Copy aria-hidden="true" size={18} />
            Duplicar
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
          <button type="button" className="button quiet" onClick={firstClick(onRemove)}>
            <Trash2 aria-hidden="true" size={18} />
            Quitar
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
        </div>
      )}
    </fieldset>
  )
}

function changeIn(
  form: ProductForm,
  { key }: BlisterDraft,
  part: Partial<BlisterDraft>,
  field?: string,
): void {
  form.change(
    ({ blisters }) => ({ blisters: blisters.map((one) => (one.key === key ? { ...one, ...part } : one)) }),
    field,
  )
}

const INPUT_MODE = {
  seed_count: 'numeric',
  size: 'text',
  price: 'decimal',
  stock: 'numeric',
  discount: 'decimal',
} as const
type CellName = keyof typeof INPUT_MODE

function BlisterCells({ form, blister, row }: Pick<BlisterRowProps, 'form' | 'blister' | 'row'>) {
  const isMerch = form.values.type === 'merch'
  const price = finalPriceOf(blister)
  const change = (part: Partial<BlisterDraft>, field?: string) => changeIn(form, blister, part, field)
  const cell = (name: CellName) => {
    const field = `blisters.${row}.${name}`
    return {
      id: form.idOf(field),
      value: blister[name],
      error: form.errors[field],
      inputMode: INPUT_MODE[name],
      autoComplete: 'off',
      maxLength: name === 'size' ? SIZE.max : 16,
      'data-cell': `${row}`,
      onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }, field),
      onBlur: () => form.leave(field, blister[name]),
    }
  }
  return (
    <div className="blister-cells stack-3">
      <Field label={isMerch ? 'Talle' : 'Semillas'} {...cell(isMerch ? 'size' : 'seed_count')} />
      <NumberField
        label="Precio ($)"
        hint={parseAmount(blister.price) === 0 ? `Queda ${SHOWN_UNSOLD}` : undefined}
        {...cell('price')}
        write={formatAmount}
        onTidy={(price) => change({ price })}
      />
      <NumberField
        label="Stock"
        hint={stockHint(blister)}
        {...cell('stock')}
        onTidy={(stock) => change({ stock })}
      />
      <DiscountField cell={cell('discount')} onTidy={(discount) => change({ discount })} />
      <p className="blister-final stack-1">
        <span className="field-label">Precio final</span>
        <output>{price === undefined ? '–' : hasPrice(blister) ? formatPesos(price) : 'Sin precio'}</output>
      </p>
    </div>
  )
}

/** The stock that the change is relative to, once the number differs from it, and the units beside it. */
function stockHint({ stock, stockLoaded, withheld = 0 }: BlisterDraft): string | undefined {
  const isChanged = stockLoaded !== undefined && parseAmount(stock) !== stockLoaded
  const parts = [isChanged && `Había ${formatNumber(stockLoaded)}`, withheld > 0 && withheldText(withheld)]
  return parts.filter(Boolean).join(' · ') || undefined
}

/** Values above 100 and below 0 are corrected on blur, with a note. */
function DiscountField({
  cell,
  onTidy,
}: {
  cell: { id: string; value: string; error: string | undefined; onBlur: () => void }
  onTidy: (discount: string) => void
}) {
  const [note, setNote] = useState<string>()
  const leave = () => {
    cell.onBlur()
    const discount = parsePercent(cell.value)
    if (discount === undefined) return
    const clamped = clampDiscount(discount)
    afterPress(() =>
      setNote(clamped === discount ? undefined : `Ajustado a ${clamped} %: el descuento va de 0 a 100`),
    )
    // More decimals than two would be rounded: the error asks for another value instead.
    const tidy = amountText(clamped)
    if (parseAmount(tidy) === clamped && tidy !== cell.value) onTidy(tidy)
  }
  return (
    <div>
      <Field label="Descuento (%)" optional {...cell} onBlur={leave} />
      <output className="blister-note">{note}</output>
    </div>
  )
}
