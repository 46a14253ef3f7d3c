import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatAmount, formatPesos } from '../../../contract/money.ts'
import { formatNumber } from '../../../contract/place.ts'
import { withheldText } from '../../../contract/catalog/stock-rules.ts'
import { SHOWN_UNSOLD, SIZE } from '../../../contract/catalog/product-rules.ts'
import { afterPress } from '../../browser/after-press.ts'
import { onFirstClick } from '../../ui/first-click.ts'
import { Field } from '../../ui/form/field.tsx'
import { NumberField } from '../shell/number-field.tsx'
import { BlisterPicture } from './blister-picture.tsx'
import { parseAmount, parsePercent } from '../../../contract/amounts.ts'
import { amountText } from './amounts.ts'
import { type BlisterDraft, clampDiscount, finalPriceOf, hasPrice } from './product-draft.ts'
import { PriceHistoryButton } from './price-history.tsx'
import type { ProductForm } from './use-product-form.ts'

interface BlisterRowProps {
  form: ProductForm
  blister: BlisterDraft
  /** Index from 0. */
  row: number
  onDuplicate: () => void
  onRemove: () => void
}

/** One presentation: its cells, the final price, and its actions. */
export function BlisterRow({ form, blister, row, onDuplicate, onRemove }: BlisterRowProps) {
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
          <button type="button" className="button quiet" onClick={onFirstClick(onRemove)}>
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

function BlisterCells({ form, blister, row }: Omit<BlisterRowProps, 'onDuplicate' | 'onRemove'>) {
  const isMerch = form.values.type === 'merch'
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
      <FinalPrice blister={blister} />
    </div>
  )
}

/** The stock that the change is relative to, once the number differs from it, and the units beside it. */
function stockHint({ stock, stockLoaded, withheld = 0 }: BlisterDraft): string | undefined {
  const isChanged = stockLoaded !== undefined && parseAmount(stock) !== stockLoaded
  const parts = [isChanged && `Había ${formatNumber(stockLoaded)}`, withheld > 0 && withheldText(withheld)]
  return parts.filter(Boolean).join(' · ') || undefined
}

interface DiscountFieldProps {
  cell: { id: string; value: string; error: string | undefined; onBlur: () => void }
  onTidy: (discount: string) => void
}

/** Values above 100 and below 0 are corrected on blur, with a note. */
function DiscountField({ cell, onTidy }: DiscountFieldProps) {
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

function FinalPrice({ blister }: { blister: BlisterDraft }) {
  const price = finalPriceOf(blister)
  return (
    <p className="blister-final stack-1">
      <span className="field-label">Precio final</span>
      <output>{price === undefined ? '–' : hasPrice(blister) ? formatPesos(price) : 'Sin precio'}</output>
    </p>
  )
}
