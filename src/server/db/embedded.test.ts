import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedDump, fillDataDir } from '../../../test/support/databases/embedded-dump.ts'
import { openDatabase } from './connect.ts'
import { lockDataDir } from './data-lock.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { Listeners } from './listeners.ts'
import { openEmbedded, vacuumInTurn } from './embedded.ts'
import { databaseProblem } from './errors.ts'

const log = { info() {}, warn() {}, error() {} }
/** Creating a cluster takes several seconds: these tests do not need a new one. */
const migrated = async () => new Blob([readFileSync(await embeddedDump())])
let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'surbrote-data-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the embedded database on disk', { timeout: 60_000 }, () => {
  it('syncs its log to disk at every commit, and not when it reads', async () => {
    await fillDataDir(dataDir)
    const server = await EmbeddedServer.start({ log, folder: join(dataDir, 'db') })
    const client = new Client({ stream: () => server.connect(), user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query('create table t (i int)')

    const before = server.fsyncs
    for (let i = 0; i < 20; i++) await client.query('insert into t values ($1)', [i])
    expect(server.fsyncs - before).toBeGreaterThanOrEqual(20)

    const read = server.fsyncs
    for (let i = 0; i < 20; i++) await client.query('select * from t where i = $1', [i])
    expect(server.fsyncs).toBe(read)

    await client.end()
    await server.close()
  })

  // Proof L2 counts a million calls.
  it('keeps no answers in memory', async () => {
    const server = await EmbeddedServer.start({ log, dump: await migrated() })
    const client = new Client({ stream: () => server.connect(), user: 'postgres', database: 'postgres' })
    await client.connect()
    const query = { name: 'numbers', text: 'select i from generate_series(1, $1) as i', values: [20] }
    const repeat = async (times: number) => {
      for (let i = 0; i < times; i++) await client.query(query)
    }
    await repeat(500)
    const before = await server.heapBytes()
    await repeat(3_000)
    expect((await server.heapBytes()) - before).toBeLessThan(500_000)
    await client.end()
    await server.close()
  })

  // A start takes a killed one up to PG_VERSION, the last file that PostgreSQL writes of those it needs, for a whole one.
  it('starts again after a first start that was killed, with files that only their owner can read', async () => {
    const child = runChild(dataDir)
    const isThere = () =>
      readdirSync(dataDir).some((folder) => existsSync(join(dataDir, folder, 'PG_VERSION')))
    await expect.poll(isThere, { interval: 1, timeout: 45_000 }).toBe(true)
    child.kill('SIGKILL')
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const first = await openDatabase({ log, dataDir })
    await sql`create table t as select generate_series(1, 10)`.execute(first.db)
    await first.close()

    const folder = join(dataDir, 'db')
    const files = () => readdirSync(folder, { withFileTypes: true, recursive: true })
    const others = () =>
      [folder, ...files().map(({ parentPath, name }) => join(parentPath, name))].filter(
        (path) => (statSync(path).mode & 0o077) !== 0,
      )
    expect(others()).toEqual([])
    // As an older version created them.
    for (const { parentPath, name } of files()) chmodSync(join(parentPath, name), 0o777)
    await (await openDatabase({ log, dataDir })).close()
    expect(others()).toEqual([])
  })

  it('refuses a second process on its folder with one line, until the first has ended', async () => {
    await fillDataDir(dataDir)
    const { close } = await openDatabase({ log, dataDir })
    const child = runChild(dataDir)
    const [said, ended] = await Promise.all([text(child.stdout), once(child, 'exit')])
    await close()
    expect(ended).toEqual([1, null])
    expect(said).toBe(`Otro comando está usando la tienda de ${dataDir}: probá de nuevo cuando termine.\n`)
    lockDataDir(dataDir).release()
  })

  it('restarts by itself when its thread dies, with everything committed', async () => {
    await fillDataDir(dataDir)
    const server = await EmbeddedServer.start({ log, folder: join(dataDir, 'db') })
    const pool = new Pool({
      stream: () => server.connect(),
      max: 1,
      user: 'postgres',
      database: 'postgres',
    })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    await pool.query('create table t as select 1 as i')
    await server.crash()
    await expect
      .poll(() =>
        pool.query('select i from t').then(
          ({ rows }) => rows,
          () => [],
        ),
      )
      .toEqual([{ i: 1 }])
    await pool.end()
    await server.close()
  })

  it('is unavailable when its files cannot be read', async () => {
    const folder = join(dataDir, 'db')
    await fillDataDir(dataDir)
    truncateSync(join(folder, 'global/pg_filenode.map'))
    const outcome = await EmbeddedServer.start({ log, folder }).catch((error: unknown) => error)
    expect(databaseProblem(outcome)).toEqual({ kind: 'unavailable' })
  })

  it('is vacuumed table by table, and others get their turn in between', async () => {
    const { pool, close } = await openEmbedded({
      log,
      listeners: new Listeners(),
      dataDir: undefined,
      memory: await migrated(),
    })
    const asked: string[] = []
    const counting = {
      query: (statement: string) => {
        asked.push(statement)
        return pool.query(statement)
      },
    }
    await pool.query('create table t as select 1 as i')
    const vacuuming = vacuumInTurn(counting as Pool, 'all')
    await pool.query('select 1')
    const before = asked.length
    await vacuuming
    expect(asked.length).toBeGreaterThan(before)
    expect(asked).toContain('vacuum analyze t')
    const { rows } = await pool.query(`select reltuples from pg_class where relname = 't'`)
    expect(rows).toEqual([{ reltuples: 1 }])

    await pool.query('insert into t select generate_series(1, 2000)')
    asked.length = 0
    await vacuumInTurn(counting as Pool, 'changed')
    expect(asked).toContain('vacuum analyze t')
    asked.length = 0
    await vacuumInTurn(counting as Pool, 'changed')
    expect(asked).not.toContain('vacuum analyze t')
    await close()
  })

  it('refuses a request that waited too long for the session', async () => {
    const { pool, close } = await openEmbedded({
      log,
      listeners: new Listeners(),
      dataDir: undefined,
      memory: await migrated(),
      waitForTurn: 200,
    })
    const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    const nested = db.transaction().execute(() => sql`select 1`.execute(db))
    expect(databaseProblem(await nested.catch((error: unknown) => error))).toEqual({ kind: 'busy' })
    await close()
  })
})

const OPEN = `
  const [connect, dataDir] = process.argv.slice(1)
  const { openDatabase } = await import(connect)
  await openDatabase({ log: console, dataDir }).catch((error) => {
    console.log(error.message)
    process.exit(1)
  })`

function runChild(folder: string) {
  const connect = new URL('./connect.ts', import.meta.url).href
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module']
  return spawn(process.execPath, [...flags, '-e', OPEN, connect, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
