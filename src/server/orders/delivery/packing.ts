import { ALREADY_HANDED } from '../../../contract/orders/order-desk.ts'
import type * as packing from '../../../contract/orders/packing.ts'
import type { Parcel } from '../../../contract/orders/packing.ts'
import { type Day, dayOf } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { markAndTell } from './delivery.ts'
import { lotLinesByOrder } from './order-lots.ts'
import { lineView } from '../order-view.ts'
import { listParcelRows, type ParcelRow, parcelRow } from './packing-queries.ts'
import { holdSeen } from '../held-order.ts'
import { linesOf } from '../queries.ts'

/** Orders with a recorded or agreed payment that were not handed over: those to prepare first, oldest first. */
export async function listPacking({ shop }: InputOf<typeof packing.listPacking>) {
  const now = shop.now()
  return withLines(shop.db, await listParcelRows(shop.db, now), dayOf(now))
}

/** For roles that see orders only in this list. Throws NOT_FOUND, CONFLICT, CONFIRM, STALE. */
export function markPacked({
  shop,
  user,
  params: { id },
  body: { prepared, how, version, ...others },
}: InputOf<typeof packing.markPacked>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const order = await holdSeen(tx, id, version)
    if (order.handed_at !== null) throw new DomainError('CONFLICT', ALREADY_HANDED)
    if (!(await parcelRow(tx, id, at))?.is_listed) throw notFound('Pedido no encontrado')
    const state = how === undefined ? (prepared ? 'prepared' : 'pending') : 'handed'
    await markAndTell(tx, shop, order, { delivery: { ...others, state, how, complete: false }, by: user, at })
    const row = await parcelRow(tx, id, at)
    const [parcel] = await withLines(tx, row ? [row] : [], dayOf(at))
    if (!parcel) throw notFound('Pedido no encontrado')
    return parcel
  })
}

async function withLines(db: Db, rows: ParcelRow[], today: Day): Promise<Parcel[]> {
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  const byOrder = Map.groupBy(lines, (line) => line.order_id)
  const lots = await lotLinesByOrder(db, lines, today)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    recipient_name: row.recipient_name,
    created_at: row.created_at.toISOString(),
    prepared_at: row.prepared_at?.toISOString() ?? null,
    is_changed: row.is_changed,
    is_handed: row.is_handed,
    delivery_type: row.delivery_type,
    lots: lots.get(row.id) ?? [],
    lines: (byOrder.get(row.id) ?? []).map(lineView),
  }))
}
