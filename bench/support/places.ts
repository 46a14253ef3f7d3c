import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/open-shop.ts'
import type { Shop } from '../../src/server/shop.ts'
import { dropDatabase, runOn, urlOf } from '../../test/support/global-setup.ts'
import { startPostgres } from '../../test/support/postgres.ts'

export const ENGINES = ['postgres', 'embedded'] as const
export type EngineName = (typeof ENGINES)[number]

/** Where a shop keeps what it knows. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  /** The process of PostgreSQL that is the parent of all others; undefined when it is not ours to see. */
  postmaster: number | undefined
}

/** A new place for a shop, thrown away afterwards. PostgreSQL as the tests start it: fsync on, otherwise as it comes. */
export async function withPlace(engine: EngineName, work: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'surbrote-bench-'))
  try {
    if (engine === 'embedded') return await work({ dataDir, databaseUrl: undefined, postmaster: undefined })
    const server = await startPostgres('128MB')
    const name = `surbrote_bench_${randomBytes(4).toString('hex')}`
    try {
      await runOn(server.url, `create database ${name}`)
      await work({
        dataDir,
        databaseUrl: urlOf(server.url, name),
        postmaster: await postmasterOf(server.url),
      })
    } finally {
      await dropDatabase(server.url, name)
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const stat = `/proc/${rows[0]?.pid}/stat`
  const parent = existsSync(stat) ? /\) \S (\d+)/.exec(readFileSync(stat, 'utf8'))?.[1] : undefined
  await client.end()
  return parent === undefined ? undefined : Number(parent)
}

/** Opens the shop of a place in this process, to fill it. */
export async function withShop<Result>(place: Place, work: (shop: Shop) => Promise<Result>): Promise<Result> {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    SHOP_SECRET: 'bench-bench-bench-bench-bench-bench',
    LOG_LEVEL: 'warn',
  })
  const shop = await openShop(config, path.resolve(import.meta.dirname, '../..'))
  try {
    return await work({ ...shop, log: pino({ level: 'silent' }) })
  } finally {
    await shop.database.close()
  }
}
