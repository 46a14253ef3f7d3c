import path from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import type { Api } from './api.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../db/migrations')

/** `/healthz`: the process answers. `/readyz`: it can work, i.e. database, tables and disk do. */
export function healthRoutes({ app, shop }: Api): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  app.addHook('onReady', async () => void (await findProblems()))

  app.get('/healthz', async (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))

  app.get('/readyz', async (request, reply) => {
    const problems = stopping ? ['stopping'] : await findProblems()
    if (problems.length > 0) request.log.warn({ problems }, 'not ready')
    return reply
      .code(problems.length === 0 ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ status: problems.length === 0 ? 'ready' : 'not ready', problems }))
  })

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
    }
    const results = await Promise.allSettled(Object.values(checks))
    return Object.keys(checks).filter((_, index) => results[index]?.status === 'rejected')
  }
}
