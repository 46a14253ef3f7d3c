import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { adjustStock, setLowAt } from '../../../contract/catalog/calls.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import type { StockMovement, StockRow } from '../../../contract/catalog/stock.ts'
import {
  ADJUSTMENT_REASONS,
  type AdjustmentReason,
  changeError,
  changeOf,
  directionError,
  LEDGER_NOTE_LENGTH,
  lowAtError,
  STOCK_HEADING,
  STOCK_REASON_LABEL,
  tooFewLeft,
} from '../../../contract/catalog/stock-rules.ts'
import { formatNumber } from '../../../contract/place.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { useForm } from '../../forms/use-form.ts'
import { formatMoment } from '../../shop/dates.ts'
import { Field } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { counted } from '../kit/counted.ts'
import type { PlainColumn } from '../kit/data-table.tsx'
import { HistoryDialog } from '../kit/history-table.tsx'
import { lotsChanged, lotsOfProduct } from '../lots/lots-query.ts'
import { typedNumber } from '../products/amounts.ts'
import { NumberField } from '../shell/number-field.tsx'
import { useMay } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { movements, oneStock, stockChanged } from './stock-query.ts'

interface DialogProps {
  row: StockRow
  onClose: () => void
}

interface FormProps extends DialogProps {
  onDone: (said: string) => void
}

const ADJUST_FAILED = 'Error al ajustar el stock'
/** The idempotency key of an adjustment, kept until its outcome is known. */
const attempt = tabAttempt('stockAttempt', 'userId')

interface TypedAdjustment {
  reason: AdjustmentReason
  change: string
  /** The id of a lot; empty for none. */
  lot: string
  note: string
}

/** Adds or removes units, with a reason for the ledger. Shows current units, not those of the list. */
export function AdjustDialog({ row: listed, onClose, onDone }: FormProps) {
  const client = useQueryClient()
  const { data: row } = useQuery({ ...oneStock(listed.blister_id), initialData: listed, staleTime: 0 })
  const form = useForm<StockRow, TypedAdjustment>({
    base: row,
    valuesOf: () => ({ reason: 'received', change: '', lot: '', note: '' }),
    errorsOf: (values) => ({ change: unitsError(row, values) }),
    idOf: (field) => `stock-${field}`,
    failed: ADJUST_FAILED,
  })
  const isCorrection = form.values.reason === 'adjustment'
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
      onClose()
    } finally {
      stockChanged(client)
      lotsChanged(client)
    }
  }
  return (
    <ActionDialog
      title={`Ajustar stock: ${presentationTitle(row)}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={ADJUST_FAILED}
      submitText="Ajustar"
      busyText="Ajustando…"
    >
      <ChoiceField
        label="Motivo"
        {...form.field('reason')}
        names={ADJUSTMENT_REASONS.map((reason) => [reason, STOCK_REASON_LABEL[reason]])}
      />
      <NumberField
        label="Unidades"
        hint={isCorrection ? 'Con un menos adelante se restan: −2' : undefined}
        inputMode={isCorrection ? 'text' : 'numeric'}
        {...form.field('change')}
        onTidy={(change) => form.change({ change })}
      />
      <LotField product={row.product_id} field={form.field('lot')} />
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
    </ActionDialog>
  )
}

/** The lot of the units; only for products with lots. */
function LotField({ product, field }: { product: number; field: ComponentProps<'select'> }) {
  const { data: lots = [] } = useQuery(lotsOfProduct(product))
  if (lots.length === 0) return null
  return (
    <ChoiceField label="Lote" optional {...field} names={lots.map(({ id, code }) => [id, code])}>
      <option value="">{STOCK_HEADING.unlotted}</option>
    </ChoiceField>
  )
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

const LOW_FAILED = 'Error al cambiar el aviso de stock'

/** Sets the low mark of a presentation; empty for the setting. */
export function LowDialog({ row, onClose, onDone }: FormProps) {
  const client = useQueryClient()
  const form = useForm<StockRow, { low_at: string }>({
    base: row,
    valuesOf: ({ low_at }) => ({ low_at: low_at === null ? '' : String(low_at) }),
    errorsOf: ({ low_at }) => ({ low_at: lowAtError(typedNumber(low_at)) }),
    idOf: (field) => `stock-${field}`,
    failed: LOW_FAILED,
  })
  const send = async (typed: { low_at: string }) => {
    const body = { low_at: typedNumber(typed.low_at) }
    const { low_from } = await call(setLowAt, { params: { id: row.blister_id }, body })
    stockChanged(client)
    showToast('success', 'Aviso de stock cambiado')
    onDone(`${presentationTitle(row)}: aviso en ${formatNumber(low_from)}`)
    onClose()
  }
  return (
    <ActionDialog
      title={`Aviso de stock: ${presentationTitle(row)}`}
      form={form}
      onSubmit={form.onSubmit(send)}
      onClose={onClose}
      failed={LOW_FAILED}
      submitText="Guardar"
      busyText="Guardando…"
    >
      <NumberField
        label="Avisar con estas unidades o menos"
        optional
        hint="Vacío: como dice Ajustes. Con 0 se avisa cuando se termina"
        {...form.field('low_at')}
        onTidy={(low_at) => form.change({ low_at })}
      />
    </ActionDialog>
  )
}

/** The stock movements of a presentation. */
export function LedgerDialog({ row, onClose }: DialogProps) {
  return (
    <HistoryDialog
      title={`Movimientos: ${presentationTitle(row)}`}
      query={useInfiniteQuery(movements(row.blister_id))}
      columns={LEDGER}
      keyOf={({ id }) => id}
      errorText="Error al cargar los movimientos"
      onClose={onClose}
    />
  )
}

const LEDGER: PlainColumn<StockMovement>[] = [
  {
    name: 'Cuándo',
    render: ({ at, user }) => (
      <>
        {formatMoment(at)}
        <span className="stock-facts">{user}</span>
      </>
    ),
  },
  { name: 'Motivo', render: (movement) => <Reason movement={movement} /> },
  {
    name: 'Cambio',
    kind: 'number',
    render: ({ change, balance }) => (
      <>
        <strong>{`${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`}</strong>
        <span className="stock-facts">{`${balance === 1 ? 'queda' : 'quedan'} ${formatNumber(balance)}`}</span>
      </>
    ),
  },
]

function Reason({ movement }: { movement: StockMovement }) {
  const mayOpen = useMay()('orders_read')
  const admin = useAdminPath()
  const { reason_display: reason, order_id: order, count_id: count, note, lot } = movement
  return (
    <>
      <span>{count === null ? reason : `${reason} #${count}`}</span>
      {order !== null && (
        <> {mayOpen ? <Link to={admin.order(order)}>{`#${order}`}</Link> : <span>{`#${order}`}</span>}</>
      )}
      {lot !== null && <span className="stock-facts">{`Lote ${lot}`}</span>}
      {note && <span className="stock-facts">{note}</span>}
    </>
  )
}
