import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { getSettings, LAST_BACKUP } from '../settings/settings.ts'

/** Pending work, and times of the last runs. */
export interface Backlog {
  waiting: number
  failed: number
  oldestSeconds: number
  unclaimedOfClaims: number
  unclaimedOfShop: number
  pendingOrders: number
  /** In the last 24 hours. */
  newOrders: number
  /** Seconds since 1970; 0 before the first backup. */
  lastBackup: number
  /** The age in seconds from which a backup is missing; 0 when none is expected. */
  backupWithin: number
}

/** Reads it from indexes and small parts of tables. Throws after two seconds. */
export async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 2000`.execute(tx)
    const { backup_hours } = await getSettings(tx)
    const { rows } = await sql<Omit<Backlog, 'backupWithin'>>`
      select m.waiting, greatest(0, extract(epoch from ${now}::timestamptz - m.oldest))::float8 as "oldestSeconds",
        (select count(*) from outbox where failed_at is not null) as failed,
        u.of_claims as "unclaimedOfClaims", u.of_shop as "unclaimedOfShop",
        (select count(*) from orders where status = 'pending') as "pendingOrders",
        (select count(*) from orders where created_at > ${now}::timestamptz - interval '1 day') as "newOrders",
        coalesce((select extract(epoch from updated_at) from settings where key = ${LAST_BACKUP}), 0)::float8 as "lastBackup"
      from (
        select count(*) as waiting, coalesce(min(created_at), ${now}::timestamptz) as oldest
        from outbox where sent_at is null and failed_at is null
      ) m, (
        select coalesce(sum(bytes) filter (where preset = 'warranty'), 0)::float8 as of_claims,
          coalesce(sum(bytes) filter (where preset <> 'warranty'), 0)::float8 as of_shop
        from uploads where claimed_at is null and released_at is null
      ) u`.execute(tx)
    const [backlog] = rows
    if (!backlog) throw new Error('No row of one row')
    return { ...backlog, backupWithin: backup_hours * 3_600 }
  })
}
