import { priceError } from '../../../../contract/catalog/product-rules.ts'
import { formatAmount, formatPesos, priceOf } from '../../../../contract/money.ts'
import {
  discounted,
  LINE_DISCOUNT,
  LINE_PRICE,
  lineDiscountError,
  PRICE_REASON_LENGTH,
  VOID_REASON,
} from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder, OrderLine } from '../../../../contract/orders/orders.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { call } from '../../../data/api.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { eachName } from '../../../../contract/catalog/cart-lines.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { parseAmount, parsePercent, unreadError } from '../../../../contract/amounts.ts'
import { setLinePrice } from '../../../../contract/orders/calls.ts'
import { amountText } from '../../products/amounts.ts'
import { useOrderMails } from '../../templates/templates-query.ts'
import { useSeenMark } from '../seen-mark.ts'
import { useOrderMark } from '../use-order-mark.ts'
import { NumberField } from '../../shell/number-field.tsx'

const FAILED = 'Error al cambiar el precio'

/** The idempotency key of a price, kept until its outcome is known: a discount sent again would be taken twice. */
const attempt = tabAttempt('linePriceAttempt', 'userId')

interface LinePriceDialogProps {
  order: AdminOrder
  line: OrderLine
  onClose: () => void
}

/** A new price or discount for one line, with a reason. */
export function LinePriceDialog({ order, line, onClose }: LinePriceDialogProps) {
  const form = useLinePrice(order, line, onClose)
  const { amount } = form.values
  const mails = useOrderMails(order)
  const price = priceAsked(form.values, line)
  return (
    <ActionDialog
      title={`Precio de ${lineName(line)}`}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Cambiar precio"
      busyText="Cambiando…"
    >
      <AmountFields form={form} line={line} />
      <Field
        label="Motivo"
        hint="Queda en una nota interna"
        autoComplete="off"
        maxLength={PRICE_REASON_LENGTH}
        {...form.field('reason')}
      />
      <p className="order-desk-warning" role="status">
        {amount !== '' && price !== undefined && totalText(order, line, price)}
      </p>
      {mails?.mail_changed && <p className="admin-note">Le avisamos al cliente por email, sin el motivo.</p>}
    </ActionDialog>
  )
}

type LinePriceForm = Pick<ReturnType<typeof useLinePrice>, 'values' | 'field' | 'change'>

function AmountFields({ form, line }: { form: LinePriceForm; line: OrderLine }) {
  const { kind } = form.values
  return (
    <>
      <SelectField
        label="Qué cambiar"
        {...form.field('kind')}
        onChange={({ target }) =>
          form.change({ kind: target.value === 'discount' ? 'discount' : 'price', amount: '' })
        }
      >
        <option value="price">Precio de cada uno</option>
        <option value="discount">Descuento</option>
      </SelectField>
      <NumberField
        label={kind === 'price' ? 'Precio' : 'Descuento'}
        hint={kind === 'price' ? `En pesos. Ahora ${formatPesos(line.price_at_time)}` : 'En porcentaje'}
        inputMode="decimal"
        {...form.field('amount')}
        write={kind === 'price' ? formatAmount : amountText}
        onTidy={(amount) => form.change({ amount })}
      />
    </>
  )
}

function totalText(order: AdminOrder, line: OrderLine, price: number): string {
  const change = priceOf(line.quantity, price) - priceOf(line.quantity, line.price_at_time)
  return `${formatPesos(price)} ${eachName(line.product_type)}. Total del pedido: ${formatPesos(Math.round((order.total + change) * 100) / 100)}`
}

interface Typed {
  kind: 'price' | 'discount'
  amount: string
  reason: string
}

function numberOf({ kind, amount }: Pick<Typed, 'kind' | 'amount'>): number | undefined {
  return kind === 'price' ? parseAmount(amount) : parsePercent(amount)
}

/** Pesos; undefined for invalid input. */
function priceAsked({ kind, amount }: Typed, line: OrderLine): number | undefined {
  const number = numberOf({ kind, amount })
  if (number === undefined || amountError({ kind, amount }) !== undefined) return undefined
  return kind === 'price' ? number : discounted(line.price_at_time, number)
}

function amountError({ kind, amount }: Pick<Typed, 'kind' | 'amount'>): string | undefined {
  const name = kind === 'price' ? LINE_PRICE : LINE_DISCOUNT
  const number = numberOf({ kind, amount })
  if (number === undefined) return unreadError(amount, name)
  return kind === 'price' ? priceError(number) : lineDiscountError(number)
}

function useLinePrice(order: AdminOrder, line: OrderLine, onDone: () => void) {
  const mark = useOrderMark()
  const form = useForm<AdminOrder, Typed>({
    base: order,
    valuesOf: () => ({ kind: 'price', amount: formatAmount(line.price_at_time), reason: '' }),
    errorsOf: (values) => ({
      amount: amountError(values),
      reason: requiredError(values.reason, VOID_REASON),
    }),
    ownerOf: (field) => (field === 'price_at_time' || field === 'discount' ? 'amount' : field),
    idOf: (field) => `line-price-${field}`,
    failed: FAILED,
  })
  const version = useSeenMark(order.version, form.failure)
  const send = async ({ kind, amount, reason }: Typed) => {
    const number = numberOf({ kind, amount }) ?? 0
    const body = {
      ...(kind === 'price' ? { price_at_time: number } : { discount: number }),
      reason,
      version,
    }
    const params = { id: order.id, line: line.id }
    const set = (idempotencyKey: string) => call(setLinePrice, { params, body, idempotencyKey })
    await mark(() => sendOnce(attempt, { ...params, ...body }, set), 'Precio cambiado')
    onDone()
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}
