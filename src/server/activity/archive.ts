import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Day, dayOf, startOfDay } from '../days.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Shop } from '../shop.ts'
import { recordActivity } from './activity.ts'

/** Fewest months that stay; the trigger of the table refuses younger rows too. */
export const LEAST_MONTHS = 6

/** Entries that belong to the books, or prove what the law wants proved. Their history stays, as their numbers do. */
const KEPT = [
  'order',
  'price_run',
  'price_schedule',
  'stock_count',
  'lot',
  'warranty_claim',
  'regret_request',
  'activity_log',
]

const BATCH = 5_000

/** The first day of the month that is `months` before this one. */
export function monthsBefore(now: Date, months: number): Day {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

function isOld(before: Day): RawBuilder<SqlBool> {
  return sql<SqlBool>`created_at < ${startOfDay(before)} and entity not in (${sql.join(KEPT)})`
}

/** The entries to archive, oldest first, in batches. Without the texts about people, which must stay erasable. */
export async function* readOld(db: Db, before: Day): AsyncGenerator<Record<string, unknown>[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('activity_log')
      .selectAll()
      .where(isOld(before))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

interface Archived {
  before: Day
  /** Name and SHA-256 of the copy. */
  file: string
  sha256: string
}

/**
 * Removes the entries of `readOld`, a batch a transaction, and records that. The database must be the tables' owner's.
 * Resolves to their number.
 */
export async function removeOld(
  shop: Pick<Shop, 'database' | 'now'>,
  { before, file, sha256 }: Archived,
): Promise<number> {
  let removed = 0
  for (let batch = -1; batch !== 0; removed += batch) {
    batch = await inTransaction(shop.database, async (tx) => {
      await sql`select set_config('surbrote.archives', 'activity_log', true)`.execute(tx)
      const { rows } = await sql<{ id: number }>`
        select id from activity_log where ${isOld(before)} order by id limit ${BATCH}`.execute(tx)
      const ids = rows.map(({ id }) => id)
      await tx.deleteFrom('activity_texts').where('activity_id', '=', sql<number>`any(${ids})`).execute()
      await sql`delete from activity_log where id = any(${ids}::bigint[])`.execute(tx)
      return ids.length
    })
  }
  await inTransaction(shop.database, (tx) =>
    recordActivity(tx, {
      at: shop.now(),
      action: 'delete',
      entity: 'activity_log',
      entityId: null,
      description: `Registro archivado: ${removed} entradas anteriores al ${before}`,
      userId: null,
      changes: { file, sha256 },
    }),
  )
  return removed
}
