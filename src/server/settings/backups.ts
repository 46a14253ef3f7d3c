import { sql } from 'kysely'
import { isTriedOut } from '../config.ts'
import { after, latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { type BackupProblem, backupMail } from '../mail/backup-mail.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Shop } from '../shop.ts'
import { LAST_BACKUP, LAST_BACKUP_FAILURE, noteTime, takeDay } from './last-times.ts'
import { getSettings, shopAddress } from './settings.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type ShopParts = Pick<Shop, 'db' | 'database' | 'now' | 'config'>

/** What is known of the backups, for notices, mails and the setup steps. */
interface Traces {
  newest: Date | null
  failed: Date | null
  /** When the tables of this database were created. */
  opened: Date
}

/**
 * The newest good backup is missing or older than the setting allows, or a later one failed. Undefined while all is well, in a
 * demo shop, and when no backup is expected.
 */
export async function findBackupProblem({
  db,
  now,
  config,
}: Pick<Shop, 'db' | 'now' | 'config'>): Promise<BackupProblem | undefined> {
  const { backup_hours } = await getSettings(db)
  if (isTriedOut(config) || backup_hours === 0) return undefined
  const { newest, failed, opened } = await selectTraces(db)
  if (failed && failed <= latestStart(now()) && (!newest || newest < failed))
    return { kind: 'failed', at: failed }
  const since = after(now(), -backup_hours * HOUR_MS)
  if (newest) return isFresh(newest, since, now()) ? undefined : { kind: 'old', at: newest }
  return opened < since ? { kind: 'none' } : undefined
}

/** Whether a backup is recent enough; undefined when none is expected. */
export async function hasFreshBackup({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<boolean | undefined> {
  const { backup_hours } = await getSettings(db)
  if (backup_hours === 0) return undefined
  const { newest } = await selectTraces(db)
  return newest !== null && isFresh(newest, after(now(), -backup_hours * HOUR_MS), now())
}

/** A time in the future was noted by a clock that ran ahead. */
function isFresh(newest: Date, since: Date, now: Date): boolean {
  return newest >= since && newest <= latestStart(now)
}

async function selectTraces(db: Db): Promise<Traces> {
  const { rows } = await sql<Traces>`select
    (select updated_at from settings where key = ${LAST_BACKUP}) as newest,
    (select updated_at from settings where key = ${LAST_BACKUP_FAILURE}) as failed,
    (select min(applied_at) from schema_migrations) as opened`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table has one row')
  return row
}

/** Mails the shop about backups, once a day while the problem lasts. Run it every few minutes. */
export async function mailBackupProblem(shop: ShopParts): Promise<void> {
  const problem = await findBackupProblem(shop)
  const to = shopAddress(await getSettings(shop.db))
  if (!problem || to === '') return
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    if (!(await takeDay(tx, 'backup_mail', { at, dayBegan: after(at, -DAY_MS) }))) return
    await enqueueMail(tx, { to, userId: null, ...backupMail(problem), at })
  })
}

/** Notes that a backup failed, and mails it unless the shop was told within a day. */
export async function noteBackupFailure(shop: ShopParts): Promise<void> {
  await noteTime(shop.db, LAST_BACKUP_FAILURE, shop.now())
  await mailBackupProblem(shop)
}
