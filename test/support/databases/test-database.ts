import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/db/connect.ts'
import type { DatabaseLog } from '../../../src/server/db/engine.ts'
import type { Scope } from '../scope.ts'
import { embeddedPlace, type EngineName, engines, type Place } from '../test-environment.ts'
import { dropDatabase, runOn, urlOf } from './postgres.ts'
import { type Kept, openShared } from './shared-database.ts'

export { type EngineName, engines }

/** A migrated, empty database for one test file; closing it leaves it to nobody or, empty, to the next file. */
export function openTestDatabase(engine: EngineName): Promise<Database> {
  return openShared(engine, engine === 'embedded' ? startEmbedded : createOnPostgres)
}

async function startEmbedded(): Promise<Kept> {
  const database = await openDatabase({
    log: quiet,
    memory: new Blob([await readFile(inject('embeddedDump'))]),
  })
  return { open: async () => ({ ...database, close: async () => {} }), remove: () => database.close() }
}

async function createOnPostgres(): Promise<Kept> {
  const { databaseUrl, drop } = await createTestDatabase()
  return { open: () => openDatabase({ log: quiet, databaseUrl }), remove: drop }
}

/** Only the address, for another process to open: on PostgreSQL, migrated and empty. */
export async function createTestDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const { url, template } = inject('postgres')
  // The end of the run drops what begins with the name of its template.
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runOn(url, `create database ${name} template ${template}`)
  return { databaseUrl: urlOf(url, name), drop: () => dropDatabase(url, name) }
}

/** A place of this scope with a migrated, empty database on PostgreSQL. */
export async function testPlace(scope: Scope): Promise<Place & { databaseUrl: string }> {
  const { databaseUrl, drop } = await createTestDatabase()
  scope.onEnd(drop)
  return { ...embeddedPlace(scope), databaseUrl }
}

/** Tests that lose their connection on purpose do not fill the screen. */
const quiet: DatabaseLog = { info() {}, warn() {}, error() {} }
