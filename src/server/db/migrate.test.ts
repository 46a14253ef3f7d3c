import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  engines,
  openTestDatabase,
} from '../../../test/support/databases/test-database.ts'
import { VERSION } from '../version.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'surbrote-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string) {
  writeFileSync(join(folder, name), text)
}

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  write('0001_seeds.sql', `create table seeds (id int primary key); insert into seeds values (1); -- ; '`)
  write(
    '0002_more.sql',
    `insert into seeds values (2);\ncreate function two() returns int language sql as $$ select 2; $$;`,
  )
})

describe.each(engines)('migrate, %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { db } = database
  afterAll(() => database.close())
  const listSeeds = async () =>
    (await sql<{ id: number }>`select id from seeds order by id`.execute(db)).rows.map(({ id }) => id)

  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  })

  it('applies each file once, in order', async () => {
    expect(await pendingMigrations(database, folder)).toEqual(['0001_seeds.sql', '0002_more.sql'])
    expect(await migrate(database, folder)).toEqual(['0001_seeds.sql', '0002_more.sql'])
    expect(await migrate(database, folder)).toEqual([])
    expect(await pendingMigrations(database, folder)).toEqual([])
    expect(await listSeeds()).toEqual([1, 2])
  })

  it('rolls back a file that fails, and continues there once it is corrected', async () => {
    write('0003_wrong.sql', 'insert into seeds values (3); insert into seeds values (1)')
    await expect(migrate(database, folder)).rejects.toMatchObject({ code: '23505' })
    expect(await listSeeds()).toEqual([1, 2])
    write('0003_wrong.sql', 'insert into seeds values (3)')
    expect(await migrate(database, folder)).toEqual(['0003_wrong.sql'])
    expect(await listSeeds()).toEqual([1, 2, 3])
  })

  it('refuses a file that changed after it was applied', async () => {
    await migrate(database, folder)
    write('0001_seeds.sql', 'create table seeds (id bigint primary key)')
    await expect(migrate(database, folder)).rejects.toThrow('0001_seeds.sql cambió')
  })

  it('refuses a database of a newer version', async () => {
    write('0009_future.sql', 'select 1')
    await migrate(database, folder)
    rmSync(join(folder, '0009_future.sql'))
    await expect(migrate(database, folder)).rejects.toThrow('más nueva')
    await expect(pendingMigrations(database, folder)).rejects.toThrow('más nueva')
  })

  it('runs on newer tables that allow its version, as during an upgrade', async () => {
    write('0009_future.sql', `-- Runs beside: ${VERSION}\nselect 1`)
    await migrate(database, folder)
    rmSync(join(folder, '0009_future.sql'))
    expect(await migrate(database, folder)).toEqual([])
    expect(await pendingMigrations(database, folder)).toEqual([])
    await sql`update schema_migrations set beside = '999.0.0' where name = '0009_future.sql'`.execute(db)
    await expect(migrate(database, folder)).rejects.toThrow('más nueva')
  })

  it('applies its migrations to tables of a version without that', async () => {
    await migrate(database, folder)
    await sql`alter table schema_migrations drop column beside`.execute(db)
    expect(await migrate(database, folder)).toEqual([])
    write('0003_c.sql', 'select 1')
    expect(await migrate(database, folder)).toEqual(['0003_c.sql'])
  })

  it('refuses a new file numbered below an applied one', async () => {
    write('0004_d.sql', 'select 1')
    await migrate(database, folder)
    write('0003_c.sql', 'select 1')
    await expect(migrate(database, folder)).rejects.toThrow('llegó tarde')
  })
})

describe('migrate by five processes at once, postgres', () => {
  it('applies each file once, and all of them start', { timeout: 30_000 }, async () => {
    const { databaseUrl, drop } = await createTestDatabase()
    try {
      await removeTables(databaseUrl)
      write('0003_slow.sql', 'select pg_sleep(0.2); insert into seeds values (3)')
      const processes = Array.from({ length: 5 }, () => migrateInProcess(databaseUrl))
      const applied = (await Promise.all(processes)).flat()
      expect(applied.toSorted()).toEqual(['0001_seeds.sql', '0002_more.sql', '0003_slow.sql'])
    } finally {
      await drop()
    }
  })
})

const childScript = `
  const [connect, migrate, databaseUrl, folder] = process.argv.slice(1)
  const { openDatabase } = await import(connect)
  const database = await openDatabase({ log: console, databaseUrl, poolSize: 2 })
  const applied = await (await import(migrate)).migrate(database, folder)
  console.log(JSON.stringify(applied))
  await database.close()`

async function migrateInProcess(databaseUrl: string): Promise<string[]> {
  const files = ['./connect.ts', './migrate.ts'].map((file) => new URL(file, import.meta.url).href)
  const args = ['--input-type=module', '-e', childScript, ...files, databaseUrl, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  return JSON.parse(stdout) as string[]
}

async function removeTables(databaseUrl: string): Promise<void> {
  const { openDatabase } = await import('./connect.ts')
  const { db, close } = await openDatabase({ log: console, databaseUrl, poolSize: 1 })
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await close()
}
