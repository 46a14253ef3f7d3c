import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { atOneMoment, contentsOf, TEMPORARY_TABLES } from '../../../src/server/operator/backup/contents.ts'
import type { Manifest } from '../../../src/server/operator/backup/folder.ts'
import { writeBackup } from '../../../src/server/operator/backup/write-backup.ts'
import type { Database } from '../../../src/server/db/connect.ts'
import { openDiskStore } from '../../../src/server/files/disk-store.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import { type EngineName, openTestDatabase } from './test-database.ts'
import type { TestShop } from '../open-shop.ts'

export const MIGRATIONS = path.resolve('db/migrations')
/** Characters that break CSV and shells, and that JSON leaves unescaped. */
const HOSTILE = `'=1+1 "doble" \\N \\. \u2028\u2029 línea 1\nlínea 2\r\nñandú 🌱 {"a": null} \t$1`

/** Rows in most tables, with values that are hard to serialize. */
export async function fillWithAll(shop: TestShop): Promise<void> {
  const at = new Date('2026-11-20T12:34:56.789Z')
  const admin = await shop.signIn({ admin: true })
  await admin.post('/brands/', { name: `Ñuble "SA"`, description: HOSTILE })
  const product = await shop.hasProduct({ description: HOSTILE, sativa: 33.33, sku: "'=A1" })
  const customer = await shop.signIn({ first_name: 'Zoë' })
  expect(
    (await customer.post('/orders/', orderOf(product), { 'idempotency-key': 'k'.repeat(20) })).status,
  ).toBe(201)
  const { body } = await customer.post('/orders/', orderOf(product))
  expect((await admin.patch(`/orders/${body.id}/`, { status: 'cancelled' })).status).toBeLessThan(300)
  for (const id of ['foto-1', 'foto-2']) {
    await shop.shop.files.write(`product/${id}/320.webp`, randomBytes(5_000))
    await shop.shop.db
      .insertInto('uploads')
      .values({
        id,
        preset: 'product',
        width: 1,
        height: 1,
        bytes: 9,
        owner_hash: randomBytes(32),
        claimed_at: at,
        created_at: at,
      })
      .execute()
  }
  await shop.shop.db.insertInto('settings').values({ key: 'null', value: 'null', updated_at: at }).execute()
}

/** An order of one unit of this product. */
export function orderOf(product: { id: number; blisters: { id: number }[] }) {
  return {
    recipient_name: 'Ana Suárez',
    customer_email: 'ana@correo.example',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    shipping_address: '',
    products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }],
  }
}

/** A backup of the shop into a new folder. */
export function backUp(shop: TestShop, place: string): Promise<Manifest> {
  return atOneMoment(shop.database.db, async (tx) =>
    writeBackup(await contentsOf(tx, shop.shop.files, TEMPORARY_TABLES), place, {
      shop: '0.0.0',
      engine: shop.database.engine,
    }),
  )
}

/** Runs `work` with a new shop to restore into; an empty one has no tables either. */
export async function withTarget(
  target: EngineName | 'postgres-empty',
  work: (database: Database, files: FileStore) => Promise<void>,
): Promise<void> {
  const database = await openTestDatabase(target === 'postgres-empty' ? 'postgres' : target)
  const media = await mkdtemp(path.join(tmpdir(), 'surbrote-media-'))
  try {
    if (target === 'postgres-empty') await emptySchema(database)
    await work(database, await openDiskStore(media))
  } finally {
    await database.close()
    await rm(media, { recursive: true, force: true })
  }
}

async function emptySchema({ db }: Database): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** Every row of every table as a backup has it, and the state of the sequences. */
export async function everyRow({
  db,
}: Database): Promise<Record<string, { lines: string[]; sequence: unknown }>> {
  const noFiles = { walk: async function* () {} } as unknown as FileStore
  return atOneMoment(db, async (tx) => {
    const all: Record<string, { lines: string[]; sequence: unknown }> = {}
    for (const { name, sequence, rows } of (await contentsOf(tx, noFiles)).tables) {
      const lines: string[] = []
      for await (const batch of rows()) lines.push(...batch)
      all[name] = { lines, sequence }
    }
    return all
  })
}

/** Every file of a store with its content. */
export async function everyFile(files: FileStore): Promise<{ key: string; content: Buffer }[]> {
  const found: { key: string; content: Buffer }[] = []
  for await (const { key } of files.walk()) {
    const file = await files.read(key)
    if (file) found.push({ key, content: await buffer(file.stream) })
  }
  return found
}
