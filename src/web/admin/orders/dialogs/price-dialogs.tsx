import { parseAmount, parsePercent, unreadError } from '../../../../contract/amounts.ts'
import { eachName } from '../../../../contract/catalog/cart-lines.ts'
import { priceError } from '../../../../contract/catalog/product-rules.ts'
import { formatAmount, formatPesos } from '../../../../contract/money.ts'
import {
  discounted,
  LINE_DISCOUNT,
  LINE_PRICE,
  lineDiscountError,
  VOID_REASON,
} from '../../../../contract/orders/order-desk.ts'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { useForm } from '../../../forms/use-form.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { amountText } from '../../products/amounts.ts'
import { NumberField } from '../../shell/number-field.tsx'
import type { OrderLines } from '../page/use-order-lines.ts'
import { ReasonField } from './order-fields.tsx'

interface PriceDialogProps {
  form: OrderLines
  onClose: () => void
}

const SAVED_LATER = <p className="admin-note">Se guarda con los demás cambios del pedido.</p>

/** A discount on the whole order, saved with the other edits of its lines. */
export function OrderDiscountDialog({ form: lines, onClose }: PriceDialogProps) {
  const form = useForm({
    base: { amount: '', reason: lines.reason },
    errorsOf: ({ amount, reason }) => ({
      amount: amountError({ kind: 'discount', amount }),
      reason: requiredError(reason, VOID_REASON),
    }),
    idOf: (field) => `order-discount-${field}`,
    failed: () => undefined,
  })
  const apply = async ({ amount, reason }: { amount: string; reason: string }) => {
    lines.discount(parsePercent(amount) ?? 0, reason.trim())
    onClose()
  }
  return (
    <ActionDialog
      title="Descuento a todo el pedido"
      form={form}
      onSubmit={form.onSubmit(apply)}
      onClose={onClose}
      submitText="Aplicar descuento"
      busyText="Aplicando…"
    >
      <NumberField
        label="Descuento"
        hint="En porcentaje, sobre el precio que tiene ahora cada producto"
        inputMode="decimal"
        {...form.field('amount')}
        write={amountText}
        onTidy={(amount) => form.change({ amount })}
      />
      <ReasonField {...form.field('reason')} />
      {SAVED_LATER}
    </ActionDialog>
  )
}

const KINDS = { price: 'Precio de cada uno', discount: 'Descuento' }

interface Asked {
  kind: keyof typeof KINDS
  amount: string
}

/** A new price or discount for one line, with a reason, saved with the other edits of the order. */
export function LinePriceDialog({ form: lines, line, onClose }: PriceDialogProps & { line: OrderLine }) {
  const before = lines.priceOf(line)
  const form = useForm<Asked & { reason: string }>({
    base: { kind: 'price', amount: formatAmount(before), reason: lines.reason },
    errorsOf: (values) => ({
      amount: amountError(values),
      reason: requiredError(values.reason, VOID_REASON),
    }),
    idOf: (field) => `line-price-${field}`,
    failed: () => undefined,
  })
  const { kind, amount } = form.values
  const price = priceAsked(form.values, before)
  const apply = async (typed: typeof form.values) => {
    lines.price(line, priceAsked(typed, before) ?? before, typed.reason.trim())
    onClose()
  }
  return (
    <ActionDialog
      title={`Precio de ${lineName(line)}`}
      form={form}
      onSubmit={form.onSubmit(apply)}
      onClose={onClose}
      submitText="Cambiar precio"
      busyText="Cambiando…"
    >
      <ChoiceField
        label="Qué cambiar"
        names={KINDS}
        {...form.field('kind')}
        onChange={({ target }) =>
          form.change({ kind: target.value === 'discount' ? 'discount' : 'price', amount: '' })
        }
      />
      <NumberField
        label={kind === 'price' ? 'Precio' : 'Descuento'}
        hint={kind === 'price' ? `En pesos. Ahora ${formatPesos(before)}` : 'En porcentaje'}
        inputMode="decimal"
        {...form.field('amount')}
        write={kind === 'price' ? formatAmount : amountText}
        onTidy={(tidy) => form.change({ amount: tidy })}
      />
      <ReasonField {...form.field('reason')} />
      <p className="order-desk-warning" role="status">
        {amount !== '' &&
          price !== undefined &&
          `${formatPesos(price)} ${eachName(line.product_type)}. Total del pedido: ${formatPesos(lines.totalWith(line, price))}`}
      </p>
      {SAVED_LATER}
    </ActionDialog>
  )
}

/** Pesos; undefined for invalid input. */
function priceAsked({ kind, amount }: Asked, before: number): number | undefined {
  if (amountError({ kind, amount }) !== undefined) return undefined
  return kind === 'price' ? parseAmount(amount) : discounted(before, parsePercent(amount) ?? 0)
}

function amountError({ kind, amount }: Asked): string | undefined {
  const number = kind === 'price' ? parseAmount(amount) : parsePercent(amount)
  if (number === undefined) return unreadError(amount, kind === 'price' ? LINE_PRICE : LINE_DISCOUNT)
  return kind === 'price' ? priceError(number) : lineDiscountError(number)
}
