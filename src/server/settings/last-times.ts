import { latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

// Timestamps of last runs, stored in the table of settings.

/** The newest complete backup. */
export const LAST_BACKUP = 'last_backup'

/** The newest backup that failed. */
export const LAST_BACKUP_FAILURE = 'last_backup_failure'

/** When all setup steps were done. */
export const FIRST_HOUR_DONE = 'first_hour_done'

export function noteBackup(db: Db, at: Date): Promise<void> {
  return noteTime(db, LAST_BACKUP, at)
}

export async function noteTime(db: Db, key: string, at: Date): Promise<void> {
  const row = { value: JSON.stringify(at), updated_at: at }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/**
 * True for the first call of the day for this job, across instances. Call it inside the job's transaction.
 * `dayBegan`: the last midnight, or 24 hours ago for work at any hour.
 */
export async function takeDay(
  tx: Tx,
  work: 'low_stock_mail' | 'backup_mail',
  { at, dayBegan }: { at: Date; dayBegan: Date },
): Promise<boolean> {
  const row = { value: JSON.stringify(at), updated_at: at }
  const taken = await tx
    .insertInto('settings')
    .values({ key: `day_of_${work}`, ...row })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(row)
        .where((last) =>
          last.or([
            last('settings.updated_at', '<', dayBegan),
            // Noted by a clock that ran ahead.
            last('settings.updated_at', '>', latestStart(at)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}
