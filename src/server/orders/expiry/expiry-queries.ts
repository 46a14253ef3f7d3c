import { sql } from 'kysely'
import { latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { ORDER_COLUMNS } from '../../db/columns.ts'
import type { OrderRow } from '../../db/tables.ts'
import { CAN_EXPIRE } from '../next/next-queries.ts'

/** Most orders in one run; the next run takes the rest. */
const MOST = 200

/**
 * Reservations that end before `until` and were not warned about, and those placed or warned about by a clock that ran
 * ahead, whose end is too far away.
 */
const unwarned = (until: Date, now: Date) => {
  const latest = latestStart(now)
  return sql<boolean>`${CAN_EXPIRE} and orders.expires_at is not null and (orders.expiry_warned_at > ${latest}
    or (orders.expiry_warned_at is null and (orders.expires_at <= ${until} or orders.created_at > ${latest})))`
}

/** Ended reservations whose warning was sent before `knownSince`: one still waiting in the outbox does not count. */
const over = (now: Date, knownSince: Date) =>
  sql<boolean>`${CAN_EXPIRE} and orders.expires_at <= ${now} and orders.expiry_warned_at <= ${knownSince}
    and not exists (select from outbox m where m.order_id = orders.id and m.kind = 'order_expiring'
      and m.created_at = orders.expiry_warned_at
      and m.failed_at is null and (m.sent_at is null or m.sent_at > ${knownSince}))`

export type Due = ReturnType<typeof unwarned>
export { over, unwarned }

export async function listDue(db: Db, due: Due): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(due)
    .orderBy('expires_at')
    .limit(MOST)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks an order that is still due; undefined if it is no longer due or locked elsewhere. */
export function lockDue(tx: Tx, id: number, due: Due): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('id', '=', id)
    .where(due)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Keeps the version, as it is a mark. */
export async function updateExpiry(
  tx: Tx,
  id: number,
  expiry: Pick<OrderRow, 'expires_at' | 'expiry_warned_at'>,
): Promise<void> {
  await tx.updateTable('orders').set(expiry).where('id', '=', id).execute()
}
