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
import { SelectField } from '../../../ui/form/field.tsx'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { amountText } from '../../products/amounts.ts'
import { NumberField } from '../../shell/number-field.tsx'
import type { OrderLines } from '../page/use-order-lines.ts'
import { ReasonField, SavedLater } from './order-discount-dialog.tsx'

interface LinePriceDialogProps {
  form: OrderLines
  line: OrderLine
  onClose: () => void
}

/** A new price or discount for one line, with a reason, saved with the other edits of the order. */
export function LinePriceDialog({ form: lines, line, onClose }: LinePriceDialogProps) {
  const before = lines.priceOf(line)
  const form = useForm<Typed>({
    base: { kind: 'price', amount: formatAmount(before), reason: lines.reason },
    errorsOf: (values) => ({
      amount: amountError(values),
      reason: requiredError(values.reason, VOID_REASON),
    }),
    idOf: (field) => `line-price-${field}`,
    failed: () => undefined,
  })
  const price = priceAsked(form.values, before)
  const apply = async (typed: Typed) => {
    lines.price(line, priceAsked(typed, before) ?? before, typed.reason.trim())
    onClose()
  }
  return (
    <ActionDialog
      title={`Precio de ${lineName(line)}`}
      form={form}
      onSubmit={form.onSubmit(apply)}
      onClose={onClose}
      failed=""
      submitText="Cambiar precio"
      busyText="Cambiando…"
    >
      <AmountFields form={form} before={before} />
      <ReasonField {...form.field('reason')} />
      <p className="order-desk-warning" role="status">
        {form.values.amount !== '' &&
          price !== undefined &&
          `${formatPesos(price)} ${eachName(line.product_type)}. Total del pedido: ${formatPesos(lines.totalWith(line, price))}`}
      </p>
      <SavedLater />
    </ActionDialog>
  )
}

interface Typed {
  kind: 'price' | 'discount'
  amount: string
  reason: string
}

type PriceForm = Pick<ReturnType<typeof useForm<Typed>>, 'values' | 'field' | 'change'>

function AmountFields({ form, before }: { form: PriceForm; before: number }) {
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
        hint={kind === 'price' ? `En pesos. Ahora ${formatPesos(before)}` : 'En porcentaje'}
        inputMode="decimal"
        {...form.field('amount')}
        write={kind === 'price' ? formatAmount : amountText}
        onTidy={(amount) => form.change({ amount })}
      />
    </>
  )
}

/** Pesos; undefined for invalid input. */
function priceAsked({ kind, amount }: Typed, before: number): number | undefined {
  if (amountError({ kind, amount }) !== undefined) return undefined
  return kind === 'price' ? parseAmount(amount) : discounted(before, parsePercent(amount) ?? 0)
}

function amountError({ kind, amount }: Pick<Typed, 'kind' | 'amount'>): string | undefined {
  const number = kind === 'price' ? parseAmount(amount) : parsePercent(amount)
  if (number === undefined) return unreadError(amount, kind === 'price' ? LINE_PRICE : LINE_DISCOUNT)
  return kind === 'price' ? priceError(number) : lineDiscountError(number)
}
