import type { Centavos } from '../../../contract/money.ts'
import { type ForgottenPerson, isTheirs, readdressing } from '../../db/forgotten-person.ts'
import type { Tx } from '../../db/transaction.ts'
import { ORDER_COLUMNS } from '../../db/columns.ts'
import type { OrderRow } from '../../db/tables.ts'
import { KEPT_WARNING } from '../next/next-queries.ts'
import { forgetNotes } from '../notes/note-queries.ts'
import { forgetPaymentTexts } from '../payments/payment-queries.ts'
import type { FrozenLine } from '../frozen-lines.ts'
import type { Units } from '../rules.ts'

/** Existing lines keep their product data; those missing in `lines` are removed. */
export async function replaceLines(
  tx: Tx,
  orderId: number,
  lines: FrozenLine[],
  before: Units[],
): Promise<void> {
  const stay = new Set(lines.map((line) => line.blister_id))
  const gone = before.filter((line) => !stay.has(line.blister_id)).map((line) => line.blister_id)
  if (gone.length > 0) {
    await tx
      .deleteFrom('order_lines')
      .where('order_id', '=', orderId)
      .where('blister_id', 'in', gone)
      .execute()
  }
  const known = new Set(before.map((line) => line.blister_id))
  for (const { blister_id, quantity, price_at_time } of lines.filter((line) => known.has(line.blister_id))) {
    await tx
      .updateTable('order_lines')
      .set({ quantity, price_at_time })
      .where('order_id', '=', orderId)
      .where('blister_id', '=', blister_id)
      .execute()
  }
  const added = lines.filter((line) => !known.has(line.blister_id))
  if (added.length === 0) return
  await tx
    .insertInto('order_lines')
    .values(added.map((line) => ({ ...line, order_id: orderId })))
    .execute()
}

export async function updateLinePrice(tx: Tx, id: number, price: Centavos): Promise<void> {
  await tx.updateTable('order_lines').set({ price_at_time: price }).where('id', '=', id).execute()
}

/** Locks the order, so that its changes run one at a time. Lock it before its presentations. */
export function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function lockPendingOrders(tx: Tx, person: ForgottenPerson): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(isTheirs(person, 'customer_email'))
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks in id order, so that two orders cannot deadlock. */
export async function lockBlisters(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('blisters').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

export type OrderFields = Partial<
  Pick<
    OrderRow,
    | 'status'
    | 'is_archived'
    | 'recipient_name'
    | 'customer_phone'
    | 'delivery_type'
    | 'shipping_address'
    | 'total'
    | 'prepared_at'
    | 'changed_after_prepared'
  >
>

/** Updates the order; false if status or version differ from `before`. */
export async function updateOrder(
  tx: Tx,
  before: Pick<OrderRow, 'id' | 'status' | 'version'>,
  fields: OrderFields & Partial<Pick<OrderRow, 'expires_at'>>,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('orders')
    .set({ expiry_warned_at: KEPT_WARNING, ...fields, version: before.version + 1, updated_at: at })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .where('version', '=', before.version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the version, as marks do not conflict with edits. */
export async function updateDelivery(
  tx: Tx,
  id: number,
  marks: Pick<OrderRow, 'prepared_at' | 'handed_at' | 'handed_how' | 'carrier' | 'tracking'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...marks, changed_after_prepared: false, expiry_warned_at: KEPT_WARNING })
    .where('id', '=', id)
    .execute()
}

export async function deleteOrderRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('orders').where('id', '=', id).execute()
}

type TextColumn = {
  [Name in keyof OrderRow]: NonNullable<OrderRow[Name]> extends string ? Name : never
}[keyof OrderRow]

type WordOfTheShop = 'status' | 'delivery_type' | 'agreed_method' | 'agreed_due' | 'handed_how' | 'channel'

/**
 * Personal columns of an order and their values after the account is removed; the activity log masks them. The type
 * requires every text column that is not an enumeration.
 */
export const FORGOTTEN: Record<Exclude<TextColumn, WordOfTheShop>, string> = {
  recipient_name: 'Usuario eliminado',
  customer_email: '',
  customer_phone: '',
  shipping_address: '',
  carrier: '',
  tracking: '',
}

/** For the removal of a person: orders keep lines, total and dates, without personal data. Resolves to how many. */
export async function forgetRecipients(tx: Tx, person: ForgottenPerson): Promise<number> {
  const rows = await tx
    .updateTable('orders')
    .set(FORGOTTEN)
    .where(isTheirs(person, 'customer_email'))
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await forgetPaymentTexts(tx, ids)
  await forgetNotes(tx, ids)
  await readdressing(person, 'orders', 'customer_email').execute(tx)
  return ids.length
}

export function emailOf(tx: Tx, userId: number) {
  return tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
}
