import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { MIGRATIONS } from '../test-environment.ts'
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
  project.provide('embeddedDump', await makeEmbeddedDump())
  const server = await startPostgres()
  try {
    const template = await makeTemplate(server.url)
    project.provide('postgres', { url: server.url, template })
    return async () => {
      await dropDatabase(server.url, template)
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Kept between runs, under a name with a hash of the migrations. */
async function makeEmbeddedDump(): Promise<string> {
  const folder = resolve('.cache')
  const file = join(folder, `embedded-${fingerprint()}.tar`)
  if (existsSync(file)) return file

  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder)) if (old.startsWith('embedded-')) rmSync(join(folder, old))
  const dump = await dumpMigrated()
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'))
  for (const name of readdirSync(MIGRATIONS).toSorted())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

async function dumpMigrated(): Promise<Blob> {
  const empty = await openDatabase({ log: console, memory: 'empty' })
  try {
    await migrate(empty, MIGRATIONS)
    return await empty.dump()
  } finally {
    await empty.close()
  }
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
