import path from 'node:path'
import { pino } from 'pino'
import { type Database, openDatabase } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openShop, type TestShop } from '../../test/support/open-shop.ts'
import { type Place, ROOT } from './places.ts'
import type { ProofContext } from './proof.ts'

/**
 * The whole application in the proof's own process, as tests have it: with a clock that can be moved. Of a place on
 * PostgreSQL there may be several at once, as there are instances, and servers besides.
 */
export async function openTestShop(
  context: ProofContext,
  place: Place,
  settings: Omit<NonNullable<Parameters<typeof openShop>[1]>, 'database'> = {},
): Promise<TestShop> {
  const database = await openMigrated(place)
  const shop = await openShop(database.engine, { ...settings, database })
  context.onEnd(() => shop.close())
  return shop
}

/** The database of a place with all tables; whoever asks closes it. */
export async function openMigrated(place: Place): Promise<Database> {
  const database = await openDatabase({ log: pino({ level: 'silent' }), ...place, poolSize: 8 })
  await migrate(database, path.join(ROOT, 'db/migrations'))
  return database
}
