import type { Db } from '../db/connect.ts'
import type { OrderRow } from '../db/tables.ts'
import { lineColumns } from './line-columns.ts'
import type { FrozenLine, Units } from './rules.ts'

/** Rows that are there keep what they say of the product; lines that are not in `lines` go. */
export async function replaceLines(
  tx: Db,
  orderId: number,
  lines: FrozenLine[],
  before: Units[],
): Promise<void> {
  const stay = new Set(lines.map((line) => line.blisterId))
  const gone = before.filter((line) => !stay.has(line.blisterId)).map((line) => line.blisterId)
  if (gone.length > 0) {
    await tx
      .deleteFrom('order_lines')
      .where('order_id', '=', orderId)
      .where('blister_id', 'in', gone)
      .execute()
  }
  const known = new Set(before.map((line) => line.blisterId))
  for (const line of lines.filter((line) => known.has(line.blisterId))) {
    await tx
      .updateTable('order_lines')
      .set({ quantity: line.quantity, price_at_time: line.priceAtTime })
      .where('order_id', '=', orderId)
      .where('blister_id', '=', line.blisterId)
      .execute()
  }
  await insertLines(
    tx,
    orderId,
    lines.filter((line) => !known.has(line.blisterId)),
  )
}

async function insertLines(tx: Db, orderId: number, lines: FrozenLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('order_lines')
    .values(lines.map((line) => lineColumns(orderId, line)))
    .execute()
}

/** The order row is locked first and its presentations after it: two who change one order take turns here. */
export function lockOrder(tx: Db, id: number): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function lockPendingOrders(tx: Db, userId: number): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** In ascending order, before some of them gain and others lose units in one change. */
export async function lockBlisters(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.selectFrom('blisters').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

export type OrderFields = Partial<
  Pick<
    OrderRow,
    'status' | 'is_archived' | 'recipient_name' | 'customer_phone' | 'shipping_address' | 'total'
  >
>

/** Writes only while the order is as `before` says; false when it is not, and then nothing was written. */
export async function updateOrder(
  tx: Db,
  before: Pick<OrderRow, 'id' | 'status' | 'version'>,
  fields: OrderFields,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('orders')
    .set({ ...fields, version: before.version + 1, updated_at: at })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .where('version', '=', before.version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOrderRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('orders').where('id', '=', id).execute()
}

/** What the books need stays: lines, total, days. */
export async function forgetRecipients(tx: Db, userId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      recipient_name: 'Usuario eliminado',
      customer_email: '',
      customer_phone: '',
      shipping_address: '',
    })
    .where('user_id', '=', userId)
    .execute()
}
