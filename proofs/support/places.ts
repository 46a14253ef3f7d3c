import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../src/server/db/connect.ts'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/open-shop.ts'
import type { Shop } from '../../src/server/shop.ts'
import { runOn, urlOf } from '../../test/support/global-setup.ts'
import { type Cluster, createCluster } from '../../test/support/postgres.ts'
import type { ProofContext } from './proof.ts'

export const ENGINES = ['postgres', 'embedded'] as const
export type EngineName = (typeof ENGINES)[number]

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const SECRET = 'proof-proof-proof-proof-proof-proof'

/** Where a shop keeps what it knows. */
export interface Place {
  dataDir: string
  /** Undefined: embedded, in `dataDir`. */
  databaseUrl: string | undefined
}

/** A running PostgreSQL of the proof's own, fsync on, stopped and removed when the proof ends. */
export async function newCluster(
  context: ProofContext,
  options: Parameters<typeof createCluster>[0] = {},
): Promise<Cluster> {
  const cluster = await createCluster({ sharedBuffers: '128MB', ...options })
  context.onEnd(() => cluster.remove())
  await cluster.start()
  return cluster
}

/** An empty place on that cluster: a new database, and a new data folder for pictures. */
export async function placeOn(context: ProofContext, cluster: Cluster): Promise<Place> {
  const name = `proof_${randomBytes(4).toString('hex')}`
  await runOn(cluster.url, `create database ${name}`)
  return { dataDir: newFolder(context), databaseUrl: urlOf(cluster.url, name) }
}

export function embeddedPlace(context: ProofContext): Place {
  return { dataDir: newFolder(context), databaseUrl: undefined }
}

/** An empty place on either engine, with a cluster of its own. */
export async function newPlace(context: ProofContext, engine: EngineName): Promise<Place> {
  return engine === 'embedded' ? embeddedPlace(context) : placeOn(context, await newCluster(context))
}

function newFolder(context: ProofContext): string {
  return mkdtempSync(path.join(context.folder, 'data-'))
}

/**
 * The shop of a place in the proof's own process, migrated: to fill it and to look into its tables, on PostgreSQL also
 * while servers run. Of an embedded one there can be one at a time: close it (`database.close()`) before a server starts.
 */
export async function openShopOf(context: ProofContext, place: Place): Promise<Shop> {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    SHOP_SECRET: SECRET,
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'silent',
  })
  const shop = await openShop(config, ROOT)
  context.onEnd(() => shop.database.close())
  return { ...shop, log: pino({ level: 'silent' }) }
}

/** Does `work` with the shop of a place and closes it again. */
export async function withShopOf<Result>(
  context: ProofContext,
  place: Place,
  work: (shop: Shop) => Promise<Result>,
): Promise<Result> {
  const shop = await openShopOf(context, place)
  try {
    return await work(shop)
  } finally {
    await shop.database.close()
  }
}

/** The tables of a place without migrating them: what is there is there. */
export function openTables(place: Place) {
  return openDatabase({ log: pino({ level: 'silent' }), ...place, poolSize: 4 })
}

/** A small file system in memory, for what a full disk does. The proof needs `mounts`. */
export function mountSmallDisk(context: ProofContext, folder: string, megabytes: number): void {
  // PostgreSQL is not root and must come through.
  chmodSync(context.folder, 0o711)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'proof', folder])
  context.onEnd(() => execFileSync('umount', ['-l', folder]))
}
