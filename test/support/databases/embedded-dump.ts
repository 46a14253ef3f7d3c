import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/server/db/connect.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import type { Scope } from '../scope.ts'
import { embeddedPlace, MIGRATIONS, type Place, ROOT } from '../test-environment.ts'

/** A tar file of a migrated, empty embedded database. Kept between runs, under a name with a hash of the migrations. */
export async function embeddedDump(): Promise<string> {
  const folder = join(ROOT, '.cache')
  const file = join(folder, `embedded-${fingerprint()}.tar`)
  if (existsSync(file)) return file

  mkdirSync(folder, { recursive: true })
  for (const old of readdirSync(folder))
    if (old.startsWith('embedded-') && old.endsWith('.tar')) rmSync(join(folder, old))
  const dump = await dumpMigrated()
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
}

/** The data folder of an embedded shop that was started once: a first start takes several seconds. */
export async function migratedPlace(scope: Scope): Promise<Place> {
  const place = embeddedPlace(scope)
  await fillDataDir(place.dataDir)
  return place
}

/** The same for a folder that exists or not. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'db')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xf', await embeddedDump(), '-C', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}

function fingerprint(): string {
  const pglite = join(ROOT, 'node_modules/@electric-sql/pglite/package.json')
  const hash = createHash('sha256').update(readFileSync(pglite))
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
