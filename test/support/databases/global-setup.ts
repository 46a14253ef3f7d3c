import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { MIGRATIONS } from '../test-environment.ts'
import { embeddedDump } from './embedded-dump.ts'
import { dropDatabase, runOn, startPostgres, urlOf } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server, and the name of a migrated database on it to copy. */
    postgres: { url: string; template: string }
    /** A file with a copy of a migrated embedded database. */
    embeddedDump: string
  }
}

/** Once a run: a migrated, empty database on each engine, which each test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  project.provide('embeddedDump', await embeddedDump())
  const server = await startPostgres()
  try {
    const template = await makeTemplate(server.url)
    project.provide('postgres', { url: server.url, template })
    return async () => {
      for (const name of await databasesOf(server.url, template)) await dropDatabase(server.url, name)
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The template and the copies that the processes of the run kept. */
async function databasesOf(url: string, template: string): Promise<string[]> {
  const database = await openDatabase({ log: console, databaseUrl: url, poolSize: 1 })
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where starts_with(datname, ${template})`.execute(database.db)
  await database.close()
  return rows.map(({ datname }) => datname)
}

async function makeTemplate(url: string): Promise<string> {
  const template = `surbrote_template_${randomBytes(4).toString('hex')}`
  await runOn(url, `create database ${template}`)
  const database = await openDatabase({ log: console, databaseUrl: urlOf(url, template), poolSize: 1 })
  try {
    await migrate(database, MIGRATIONS)
  } finally {
    await database.close()
  }
  return template
}
