import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/db/connect.ts'
import type { DatabaseLog } from '../../../src/server/db/engine.ts'
import type { Scope } from '../scope.ts'
import { embeddedPlace, type EngineName, engines, type Place } from '../test-environment.ts'
import { dropDatabase, runOn, urlOf } from './postgres.ts'
import { openEmbeddedForTest } from './shared-embedded.ts'

export { type EngineName, engines }

/** A migrated, empty database for one test file; closing it removes it. */
export async function openTestDatabase(engine: EngineName): Promise<Database> {
  if (engine === 'embedded') return openEmbeddedForTest(quiet)
  const { databaseUrl, drop } = await createTestDatabase()
  const database = await openDatabase({ log: quiet, databaseUrl })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Only the address, for another process to open: on PostgreSQL, migrated and empty. */
export async function createTestDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const { url, template } = inject('postgres')
  const name = `surbrote_test_${randomBytes(6).toString('hex')}`
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
