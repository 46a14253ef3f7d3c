import path from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import { checkDisk } from '../files/disk-store.ts'
import { atMostEvery } from '../limits/at-most-every.ts'
import type { Shop } from '../shop.ts'
import { COMMIT, VERSION } from '../version.ts'
import type { Api } from './api.ts'
import { isFromHere } from './from-here.ts'

/** Public and without a rate limit, so concurrent checks share one database query. */
const ASK_EVERY_MS = 250
/** A synced write costs other writes milliseconds. */
const WRITE_EVERY_MS = 2_000
const MIGRATIONS = path.resolve(import.meta.dirname, '../../../db/migrations')

/**
 * `/healthz`: the process answers. `/readyz`: database, tables and files work, and the shop is not stopping; version and
 * problems are for the operator alone, who asks from this machine.
 */
export function healthRoutes({ app, shop }: Api, stopping: AbortSignal): void {
  const findProblems = checksOf(shop)
  app.addHook('onReady', async () => void (await findProblems()))

  app.get('/healthz', async (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))

  app.get('/readyz', async (request, reply) => {
    const problems = stopping.aborted ? ['stopping'] : await findProblems()
    // A bucket outage affects all instances: taking this one out would only lose orders.
    const isReady = problems.every((problem) => problem === 'files' && shop.files.isShared)
    if (!isReady) request.log.warn({ problems }, 'not ready')
    const status = isReady ? 'ready' : 'not ready'
    return reply
      .code(isReady ? 200 : 503)
      .type('application/json')
      .send(
        JSON.stringify(
          isFromHere(request) ? { status, version: VERSION, commit: COMMIT, problems } : { status },
        ),
      )
  })
}

/** Returns a function that resolves to the failing part: `database`, `migrations`, `files` or `disk`. */
function checksOf(shop: Shop): () => Promise<string[]> {
  const checkDatabase = atMostEvery(ASK_EVERY_MS, () => shop.database.check())
  const checkFiles = atMostEvery(WRITE_EVERY_MS, () => shop.files.check())
  const checkFolder = atMostEvery(WRITE_EVERY_MS, () => checkDisk(shop.config.dataDir))
  // Checked until true once, as later files in the folder may belong to a newer version.
  let isUpToDate = false
  async function refuseOldTables(): Promise<void> {
    if (isUpToDate) return
    const pending = await pendingMigrations(shop.database, MIGRATIONS)
    if (pending.length > 0) throw new Error(`Pending: ${pending.join(', ')}`)
    isUpToDate = true
  }

  return async () => {
    const checks = {
      database: checkDatabase(),
      migrations: refuseOldTables(),
      files: checkFiles(),
      // Incoming forms and mails are always on disk.
      ...(shop.files.isShared && { disk: checkFolder() }),
    }
    const results = await Promise.allSettled(Object.values(checks))
    return Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
  }
}
