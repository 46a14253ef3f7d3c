import { useQuery, useQueryClient } from '@tanstack/react-query'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import type { StockRow } from '../../../contract/catalog/stock.ts'
import {
  ADJUSTMENT_REASONS,
  type AdjustmentReason,
  changeError,
  changeOf,
  directionError,
  LEDGER_NOTE_LENGTH,
  STOCK_REASON_LABEL,
  tooFewLeft,
  STOCK_HEADING,
} from '../../../contract/catalog/stock-rules.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { typedNumber } from '../products/amounts.ts'
import { lotsChanged, lotsOfProduct } from '../lots/lots-query.ts'
import { oneStock, stockChanged } from './stock-query.ts'
import { formatNumber } from '../../../contract/place.ts'
import { adjustStock } from '../../../contract/catalog/calls.ts'
import { counted } from '../kit/counted.ts'
import { NumberField } from '../shell/number-field.tsx'

const FAILED = 'Error al ajustar el stock'

/** The idempotency key of an adjustment, kept until its outcome is known. */
const attempt = tabAttempt('stockAttempt', 'userId')

interface AdjustDialogProps {
  row: StockRow
  onClose: () => void
  onDone: (said: string) => void
}

/** Adds or removes units, with a reason for the ledger. Shows current units, not those of the list. */
export function AdjustDialog({ row: listed, onClose, onDone }: AdjustDialogProps) {
  const { data: row } = useQuery({ ...oneStock(listed.blister_id), initialData: listed, staleTime: 0 })
  const form = useAdjustment(row, (said) => {
    onDone(said)
    onClose()
  })
  return (
    <ActionDialog
      title={`Ajustar stock: ${presentationTitle(row)}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Ajustar"
      busyText="Ajustando…"
    >
      <AdjustmentFields row={row} form={form} />
    </ActionDialog>
  )
}

function AdjustmentFields({ row, form }: { row: StockRow; form: ReturnType<typeof useAdjustment> }) {
  const isCorrection = form.values.reason === 'adjustment'
  return (
    <>
      <SelectField label="Motivo" {...form.field('reason')}>
        {ADJUSTMENT_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {STOCK_REASON_LABEL[reason]}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="Unidades"
        hint={isCorrection ? 'Con un menos adelante se restan: −2' : undefined}
        inputMode={isCorrection ? 'text' : 'numeric'}
        {...form.field('change')}
        onTidy={(change) => form.change({ change })}
      />
      <LotField row={row} form={form} />
      <p className="stock-preview" role="status">
        {previewText(row, form.values)}
      </p>
      <Field
        label="Nota"
        optional
        hint="Queda para siempre: sin nombres de personas"
        autoComplete="off"
        maxLength={LEDGER_NOTE_LENGTH}
        {...form.field('note')}
      />
    </>
  )
}

/** The lot of the units; only for products with lots. */
function LotField({ row, form }: { row: StockRow; form: ReturnType<typeof useAdjustment> }) {
  const { data: lots = [] } = useQuery(lotsOfProduct(row.product_id))
  if (lots.length === 0) return null
  return (
    <SelectField label="Lote" optional {...form.field('lot')}>
      <option value="">{STOCK_HEADING.unlotted}</option>
      {lots.map(({ id, code }) => (
        <option key={id} value={id}>
          {code}
        </option>
      ))}
    </SelectField>
  )
}

interface TypedAdjustment {
  reason: AdjustmentReason
  change: string
  /** The id of a lot; empty for none. */
  lot: string
  note: string
}

function useAdjustment(row: StockRow, onDone: (said: string) => void) {
  const client = useQueryClient()
  const form = useForm<StockRow, TypedAdjustment>({
    base: row,
    valuesOf: () => ({ reason: 'received', change: '', lot: '', note: '' }),
    errorsOf: (values) => ({ change: unitsError(row, values) }),
    idOf: (field) => `stock-${field}`,
    failed: FAILED,
  })
  const send = async ({ reason, note, lot, ...typed }: TypedAdjustment) => {
    const change = unitsOf({ reason, ...typed }) ?? 0
    const body = {
      blister_id: row.blister_id,
      change,
      reason,
      note,
      ...(lot !== '' && { lot_id: Number(lot) }),
    }
    const adjust = (idempotencyKey: string) => call(adjustStock, { body, idempotencyKey })
    try {
      const { available } = await sendOnce(attempt, body, adjust)
      showToast('success', 'Stock ajustado')
      onDone(`${presentationTitle(row)}: ${availableText(available)}`)
    } finally {
      stockChanged(client)
      lotsChanged(client)
    }
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}

const availableText = (units: number) => counted(units, 'disponible', 'disponibles')

/** Undefined for an empty text, NaN for one that is not a number. Accepts the minus sign of the hint. */
function unitsOf({ reason, change }: Pick<TypedAdjustment, 'reason' | 'change'>): number | undefined {
  const units = typedNumber(change.replace('−', '-'))
  return units === null ? undefined : changeOf(reason, units)
}

function unitsError(row: StockRow, typed: TypedAdjustment): string | undefined {
  const change = unitsOf(typed)
  const error = changeError(change)
  if (error !== undefined || change === undefined) return error
  return (
    directionError(typed.reason, change) ??
    (row.available + change < 0 ? tooFewLeft(row.available, -change) : undefined)
  )
}

/** '6 → 4 disponibles', for valid input. */
function previewText(row: StockRow, typed: TypedAdjustment): string {
  if (unitsError(row, typed) !== undefined) return ''
  const after = row.available + (unitsOf(typed) ?? 0)
  return `${formatNumber(row.available)} → ${availableText(after)}`
}
