import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { OrderRow } from '../../db/tables.ts'
import { nextActionCase } from '../next/next-queries.ts'

const MOST = 100

export type ParcelRow = Pick<
  OrderRow,
  'id' | 'version' | 'recipient_name' | 'created_at' | 'prepared_at' | 'delivery_type'
> & {
  is_changed: boolean
  is_handed: boolean
  is_listed: boolean
}

/** Orders to prepare or to hand over. */
function isListed(now: Date) {
  return sql<boolean>`(orders.status = 'pending' and orders.handed_at is null and not orders.is_archived
    and (orders.prepared_at is not null or ${nextActionCase(now)} = 'prepare'))`
}

function parcels(db: Db, now: Date) {
  return db
    .selectFrom('orders')
    .select(['orders.id', 'orders.version', 'orders.recipient_name'])
    .select(['orders.created_at', 'orders.prepared_at', 'orders.delivery_type'])
    .select(['orders.changed_after_prepared as is_changed', isListed(now).as('is_listed')])
    .select(sql<boolean>`orders.handed_at is not null`.as('is_handed'))
}

export function listParcelRows(db: Db, now: Date): Promise<ParcelRow[]> {
  return parcels(db, now)
    .where(sql<SqlBool>`orders.status = 'pending'`)
    .where(isListed(now))
    .orderBy(sql`orders.prepared_at is not null`)
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(MOST)
    .execute()
}

export function parcelRow(db: Db, id: number, now: Date): Promise<ParcelRow | undefined> {
  return parcels(db, now).where('orders.id', '=', id).executeTakeFirst()
}
