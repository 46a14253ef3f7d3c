import { sql } from 'kysely'
import type { PaymentMethod } from '../../../contract/orders/order-desk.ts'
import type { Tx } from '../../db/transaction.ts'
import type { PaymentRow } from '../../db/tables.ts'
import { KEPT_WARNING } from '../next/next-queries.ts'
import type { PaymentJson } from '../order-view.ts'

/** A subquery with the payments of each order. */
export const paymentsJson = sql<PaymentJson[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'method', p.method,
    'paid_on', p.paid_on, 'reference', p.reference, 'user', payer.username, 'created_at', p.created_at,
    'voided_at', p.voided_at, 'void_reason', p.void_reason) order by p.id)
  from order_payments p left join users payer on payer.id = p.user_id where p.order_id = orders.id), '[]')`

type NewPayment = Omit<PaymentRow, 'id' | 'voided_at' | 'voided_by' | 'void_reason'>

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number> {
  const { id } = await tx
    .insertInto('order_payments')
    .values(payment)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findPayment(tx: Tx, orderId: number, id: number): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('order_payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** False when it was already voided. */
export async function voidPaymentRow(
  tx: Tx,
  id: number,
  { by, reason, at }: { by: number; reason: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('order_payments')
    .set({ voided_at: at, voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Recomputes the paid total of an order. Lock its row in an earlier statement, as a statement only sees what was
 * committed before it began.
 */
export async function updatePaidTotal(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders set paid_total = (
      select coalesce(sum(case kind when 'payment' then amount else -amount end), 0)
      from order_payments where order_id = ${orderId} and voided_at is null
    ), expiry_warned_at = ${KEPT_WARNING} where id = ${orderId}`.execute(tx)
}

export async function hasPayments(tx: Tx, orderId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('order_payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('voided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAgreement(
  tx: Tx,
  orderId: number,
  agreement: { agreed_method: PaymentMethod | null; agreed_due: string | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...agreement, expiry_warned_at: KEPT_WARNING })
    .where('id', '=', orderId)
    .execute()
}

/** For the removal of a person: erases texts; amounts and days stay. */
export async function forgetPaymentTexts(tx: Tx, orderIds: number[]): Promise<void> {
  await sql`
    update order_payments set reference = '', void_reason = ''
    where order_id = any(${orderIds}::int[]) and (reference <> '' or void_reason <> '')`.execute(tx)
}
