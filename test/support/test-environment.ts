import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../src/server/config.ts'
import { type Database, openDatabase } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openShop } from '../../src/server/start/open-shop.ts'
import type { Shop } from '../../src/server/shop.ts'
import { type Cluster, createCluster, runOn, urlOf } from './databases/postgres.ts'
import { writeTestSettings } from './shop-settings.ts'
import { inScope, type Scope } from './scope.ts'
import { isDrawn } from './whole.ts'

export type EngineName = Database['engine']

/** For `describe.each`: most tests hold on both engines. Races mean something on PostgreSQL only. */
export const engines: EngineName[] = ['embedded', 'postgres']

/**
 * For the `describe.each` of a file: both engines; in a whole `npm test`, whose journeys run on the embedded one, that one for
 * about a quarter of the files, by TEST_SEED. Where the engines themselves differ, take `engines`.
 */
export function enginesOf(file: string): EngineName[] {
  return isDrawn(path.basename(file), 4) ? engines : ['postgres']
}

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const MIGRATIONS = path.join(ROOT, 'db/migrations')
export const SECRET = 'tests-tests-tests-tests-tests-tests'
const silent = pino({ level: 'silent' })

/** Where a shop keeps its data. */
export interface Place {
  dataDir: string
  /** Undefined when embedded, in `dataDir`. */
  databaseUrl: string | undefined
}

/** A running PostgreSQL for this scope only, with fsync on. */
export async function newCluster(
  scope: Scope,
  options: Parameters<typeof createCluster>[0] = {},
): Promise<Cluster> {
  const cluster = await createCluster({ sharedBuffers: '128MB', ...options })
  scope.onEnd(() => cluster.remove())
  await cluster.start()
  return cluster
}

/** A new database on that cluster and a new data folder. */
export async function placeOn(scope: Scope, cluster: Cluster): Promise<Place> {
  const name = `surbrote_${randomBytes(4).toString('hex')}`
  await runOn(cluster.url, `create database ${name}`)
  return { dataDir: newFolder(scope), databaseUrl: urlOf(cluster.url, name) }
}

export function embeddedPlace(scope: Scope): Place {
  return { dataDir: newFolder(scope), databaseUrl: undefined }
}

/** An empty place on either engine, with a cluster of its own. */
export async function newPlace(scope: Scope, engine: EngineName): Promise<Place> {
  return engine === 'embedded' ? embeddedPlace(scope) : placeOn(scope, await newCluster(scope))
}

/** Runs `work` on a new place, in a scope of its own. */
export function withPlace<Result>(
  engine: EngineName,
  work: (scope: Scope, place: Place) => Promise<Result>,
): Promise<Result> {
  return inScope(async (scope) => work(scope, await newPlace(scope, engine)))
}

function newFolder(scope: Scope): string {
  return mkdtempSync(path.join(scope.folder, 'data-'))
}

/**
 * The shop of a place in this process, migrated: to fill it and to read its tables, on PostgreSQL also while servers
 * run. An embedded one can be open only once: close it (`database.close()`) before a server starts.
 */
export async function openShopOf(scope: Scope, place: Place): Promise<Shop> {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    SHOP_SECRET: SECRET,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  })
  const shop = await openShop(config, ROOT)
  scope.onEnd(() => shop.database.close())
  await writeTestSettings(shop)
  return { ...shop, log: silent }
}

/** Runs `work` with the shop of a place and closes it. */
export async function withShopOf<Result>(
  scope: Scope,
  place: Place,
  work: (shop: Shop) => Promise<Result>,
): Promise<Result> {
  const shop = await openShopOf(scope, place)
  try {
    return await work(shop)
  } finally {
    await shop.database.close()
  }
}

/** The database of a place, not migrated; the caller closes it. */
export function openTables(place: Place): Promise<Database> {
  return openDatabase({ log: silent, ...place, poolSize: 8 })
}

/** The migrated database of a place; the caller closes it. */
export async function openMigrated(place: Place): Promise<Database> {
  const database = await openTables(place)
  await migrate(database, MIGRATIONS)
  return database
}
