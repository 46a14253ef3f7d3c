import { parsePercent, unreadError } from '../../../../contract/amounts.ts'
import {
  LINE_DISCOUNT,
  lineDiscountError,
  PRICE_REASON_LENGTH,
  VOID_REASON,
} from '../../../../contract/orders/order-desk.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ActionDialog } from '../../kit/action-dialog.tsx'
import { amountText } from '../../products/amounts.ts'
import { NumberField } from '../../shell/number-field.tsx'
import type { OrderLines } from '../page/use-order-lines.ts'

interface OrderDiscountDialogProps {
  form: OrderLines
  onClose: () => void
}

/** A discount on the whole order, saved with the other edits of its lines. */
export function OrderDiscountDialog({ form: lines, onClose }: OrderDiscountDialogProps) {
  const form = useForm({
    base: { discount: '', reason: lines.reason },
    errorsOf: ({ discount, reason }) => ({
      discount: discountError(discount),
      reason: requiredError(reason, VOID_REASON),
    }),
    idOf: (field) => `order-discount-${field}`,
    failed: () => undefined,
  })
  const apply = async ({ discount, reason }: { discount: string; reason: string }) => {
    lines.discount(parsePercent(discount) ?? 0, reason.trim())
    onClose()
  }
  return (
    <ActionDialog
      title="Descuento a todo el pedido"
      form={form}
      onSubmit={form.onSubmit(apply)}
      onClose={onClose}
      failed=""
      submitText="Aplicar descuento"
      busyText="Aplicando…"
    >
      <NumberField
        label="Descuento"
        hint="En porcentaje, sobre el precio que tiene ahora cada producto"
        inputMode="decimal"
        {...form.field('discount')}
        write={amountText}
        onTidy={(discount) => form.change({ discount })}
      />
      <ReasonField {...form.field('reason')} />
      <SavedLater />
    </ActionDialog>
  )
}

/** Why prices of an order change. */
export function ReasonField(field: Omit<Parameters<typeof Field>[0], 'label'>) {
  return (
    <Field
      label="Motivo"
      hint="Queda en una nota interna"
      autoComplete="off"
      maxLength={PRICE_REASON_LENGTH}
      {...field}
    />
  )
}

export function SavedLater() {
  return <p className="admin-note">Se guarda con los demás cambios del pedido.</p>
}

function discountError(typed: string): string | undefined {
  const percent = parsePercent(typed)
  return percent === undefined ? unreadError(typed, LINE_DISCOUNT) : lineDiscountError(percent)
}
