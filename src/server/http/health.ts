import path from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import { checkDisk } from '../files/disk-store.ts'
import type { Api } from './api.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../db/migrations')

/** `/healthz`: the process answers. `/readyz`: it can work, i.e. database, tables and disk do, and it means to. */
export function healthRoutes({ app, shop }: Api, stopping: AbortSignal): void {
  app.addHook('onReady', async () => void (await findProblems()))

  app.get('/healthz', async (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))

  app.get('/readyz', async (request, reply) => {
    const problems = stopping.aborted ? ['stopping'] : await findProblems()
    const isReady = problems.every(isOfAll)
    if (!isReady) request.log.warn({ problems }, 'not ready')
    return reply
      .code(isReady ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ status: isReady ? 'ready' : 'not ready', problems }))
  })

  /** A bucket that does not answer answers nobody: without this instance there would only be one less to take orders. */
  function isOfAll(problem: string): boolean {
    return problem === 'files' && shop.files.isElsewhere
  }

  // Asked for once: files of a newer version that are put beside a running shop are not its own.
  let isUpToDate = false
  async function refuseOldTables(): Promise<void> {
    if (isUpToDate) return
    const pending = await pendingMigrations(shop.database, MIGRATIONS)
    if (pending.length > 0) throw new Error(`Pending: ${pending.join(', ')}`)
    isUpToDate = true
  }

  async function findProblems(): Promise<string[]> {
    const checks = {
      database: shop.database.check(),
      migrations: refuseOldTables(),
      files: shop.files.check(),
      // Forms on their way and mails are kept there in any case.
      ...(shop.files.isElsewhere && { disk: checkDisk(shop.config.dataDir) }),
    }
    const results = await Promise.allSettled(Object.values(checks))
    return Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
  }
}
