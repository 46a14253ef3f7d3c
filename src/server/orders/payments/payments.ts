import { formatPesos, toCentavos, toPesos } from '../../../contract/money.ts'
import { ALREADY_VOID, paidOnError, refundTooHigh } from '../../../contract/orders/order-desk.ts'
import type * as desk from '../../../contract/orders/order-desk-calls.ts'
import type { NewPayment } from '../../../contract/orders/order-desk-calls.ts'
import { changesBetween } from '../../activity/activity.ts'
import { dayOf } from '../../days.ts'
import { onceBy } from '../../db/idempotency.ts'
import type { OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { tellCustomer } from '../change/tell-customer.ts'
import {
  findPayment,
  insertPayment,
  updateAgreement,
  updatePaidTotal,
  voidPaymentRow,
} from './payment-queries.ts'
import { holdOrder, type Mark, readOrder, recordMark } from '../held-order.ts'

/**
 * Records a payment or a refund. A repeated key records nothing and answers the current order, as a stored answer
 * would hold the customer's name. Refusals: 400 for a future day or a mail to a customer who cannot be mailed, 404,
 * 409 for a refund above the amount paid.
 */
export function addPayment({
  shop,
  user: admin,
  params: { id },
  body: payment,
  key,
}: InputOf<typeof desk.addPayment>) {
  const at = shop.now()
  const wrongDay = paidOnError(payment.paid_on, dayOf(at))
  if (wrongDay) throw invalid({ paid_on: [wrongDay] })
  const keyed = { key, request: ['addPayment', id, payment], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, admin.id, keyed, async () => {
      await notePayment(tx, await holdOrder(tx, id), { payment, by: admin.id, at })
      const kind = payment.kind === 'payment' ? 'order_paid' : 'order_refunded'
      const { notify } = payment
      await tellCustomer(tx, shop, await readOrder(tx, id, at), { kind, notify, by: admin.id, at })
    })
    return readOrder(tx, id, at)
  })
}

/** Inside a transaction that has locked the order. Sends no mail. */
export async function notePayment(
  tx: Tx,
  order: OrderRow,
  { payment, by, at }: { payment: NewPayment; by: number; at: Date },
): Promise<void> {
  const { kind, method, paid_on, reference } = payment
  const amount = toCentavos(payment.amount)
  if (kind === 'refund' && amount > order.paid_total) throw moreThanPaid(order)
  const id = await insertPayment(tx, {
    order_id: order.id,
    kind,
    amount,
    method,
    paid_on,
    reference,
    user_id: by,
    created_at: at,
  })
  await updatePaidTotal(tx, order.id)
  const sign = kind === 'payment' ? 1 : -1
  await recordPayment(tx, order, {
    by,
    at,
    what: kind === 'payment' ? 'pago anotado' : 'devolución anotada',
    after: order.paid_total + sign * amount,
    facts: { payment_id: id, amount: toPesos(amount), method, paid_on },
  })
}

/** Voids a payment. Refusals: 404, 409 if it is already void or refunds would exceed the rest. */
export function voidPayment({
  shop,
  user: admin,
  params: { id, payment: paymentId },
  body: { reason },
}: InputOf<typeof desk.voidPayment>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    const payment = await findPayment(tx, id, paymentId)
    if (!payment) throw notFound('Pago no encontrado')
    const after = order.paid_total - (payment.kind === 'payment' ? payment.amount : -payment.amount)
    if (payment.voided_at === null && after < 0) throw moreThanPaid(order)
    if (!(await voidPaymentRow(tx, paymentId, { by: admin.id, reason, at })))
      throw new DomainError('CONFLICT', ALREADY_VOID)
    await updatePaidTotal(tx, id)
    const what = payment.kind === 'payment' ? 'pago anulado' : 'devolución anulada'
    const facts = { payment_id: paymentId, amount: toPesos(payment.amount) }
    await recordPayment(tx, order, { by: admin.id, at, what, after, facts })
    return readOrder(tx, id, at)
  })
}

/** Records the agreed payment method and due date; `method` null removes them. Refusal: 404. */
export function agreePayment({
  shop,
  user: admin,
  params: { id },
  body: agreement,
}: InputOf<typeof desk.agreePayment>) {
  const at = shop.now()
  const wanted = { agreed_method: agreement.method, agreed_due: agreement.due_on }
  return inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    const changes = changesBetween({ ...order }, wanted)
    if (Object.keys(changes).length > 0) {
      await updateAgreement(tx, id, wanted)
      const what = agreement.method === null ? 'acuerdo de pago quitado' : 'pago acordado'
      await recordMark(tx, order, { by: admin.id, at, what, changes })
    }
    return readOrder(tx, id, at)
  })
}

// ---- Parts -----------------------------------------------------------------------------------------------------

interface PaymentMark extends Omit<Mark, 'changes'> {
  /** The paid total in centavos. */
  after: number
  facts: Record<string, unknown>
}

function recordPayment(tx: Tx, order: OrderRow, { after, facts, ...mark }: PaymentMark): Promise<void> {
  const paid_total = { before: toPesos(order.paid_total), after: toPesos(after) }
  return recordMark(tx, order, { ...mark, changes: { paid_total, ...facts } })
}

function moreThanPaid(order: OrderRow): DomainError {
  return new DomainError('CONFLICT', refundTooHigh(formatPesos(toPesos(order.paid_total))))
}
