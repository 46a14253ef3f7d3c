import { randomBytes } from 'node:crypto'
import {
  appendFile,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { checkShop } from '../commands/check.ts'
import type { Database } from '../db/connect.ts'
import { openDiskStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/store.ts'
import { atOneMoment, type Contents, contentsOf, PASSING_TABLES } from './contents.ts'
import { fillShop } from './fill-shop.ts'
import type { Manifest } from './folder.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

const migrations = path.resolve('db/migrations')
/** What formats and shells stumble over, and what JSON leaves as it is. */
const HOSTILE = `'=1+1 "doble" \\N \\. \u2028\u2029 línea 1\nlínea 2\r\nñandú 🌱 {"a": null} \t$1`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'surbrote-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each(engines)('a backup on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    await fillWithAll(shop)
  })
  afterAll(() => shop.close())

  const backUp = (name: string): Promise<Manifest> =>
    atOneMoment(shop.database.db, async (tx) =>
      writeBackup(await contentsOf(tx, shop.shop.files, PASSING_TABLES), path.join(folder, name), {
        shop: '0.0.0',
        engine,
      }),
    )

  it.each(engines)('is the same shop again on %s, table by table, and can be counted on', async (target) => {
    const manifest = await backUp('one')
    await withTarget(target, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'one'))
      const filled = await fillShop({ database, files, migrations }, contents)
      expect(filled.files).toBe(2)
      const [before, after] = [await everything(shop.database), await everything(database)]
      for (const name of PASSING_TABLES) {
        expect(after[name]?.lines).toEqual([])
        delete before[name]
        delete after[name]
      }
      expect(after).toEqual(before)
      expect(Object.values(after).reduce((sum, { lines }) => sum + lines.length, 0)).toBe(filled.rows)
      expect(manifest.tables.map(({ name }) => name)).toContain('stock_movements')
      expect(await readStore(files)).toEqual(await readStore(shop.shop.files))
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
      // The next numbers go on where the old ones were, and the ledger still refuses to be changed.
      const added = await database.db
        .insertInto('brands')
        .values({ name: 'Después', created_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(added.id).toBeGreaterThan(manifest.tables.find(({ name }) => name === 'brands')?.rows ?? 0)
      await expect(database.db.deleteFrom('stock_movements').execute()).rejects.toThrow('only ever added')
    })
  })

  it('has all that was acknowledged before it began, while orders are being placed', async () => {
    const product = await shop.hasProduct({
      blisters: [{ seed_count: 3, price: 100, stock: 100_000, discount: 0 }],
    })
    await shop.shop.db
      .insertInto('settings')
      .values({ key: 'max_pending_orders', value: '10000', updated_at: new Date() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const acknowledged: number[] = []
    const over = new AbortController()
    const buying = [1, 2, 3].map(async () => {
      const customer = await shop.signIn()
      while (!over.signal.aborted) {
        const { status, body } = await customer.post('/orders/', orderOf(product))
        if (status === 201) acknowledged.push(body.id)
      }
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    const before = [...acknowledged]
    await backUp('busy')
    const after = acknowledged.length
    over.abort()
    await Promise.all(buying)
    if (engine === 'postgres') expect(after).toBeGreaterThan(before.length)

    await withTarget(engine, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'busy'))
      await fillShop({ database, files, migrations }, contents)
      const rows = await database.db.selectFrom('orders').select('id').execute()
      const there = new Set(rows.map(({ id }) => id))
      expect(before.filter((id) => !there.has(id))).toEqual([])
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
    })
  })

  it('is for its owner alone', async () => {
    await backUp('private')
    const place = path.join(folder, 'private')
    expect((await stat(place)).mode & 0o777).toBe(0o700)
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
  })

  it('links the pictures that the one before has, and only those that are still whole', async () => {
    const [rotten, sound] = (await readStore(shop.shop.files)).map(({ key }) => key) as [string, string]
    await backUp('first')
    const old = path.join(folder, 'first/files', rotten)
    const content = await readFile(old)
    await writeFile(old, Buffer.alloc(content.length))
    await backUp('second')
    const inode = async (name: string, key: string) => (await stat(path.join(folder, name, 'files', key))).ino
    expect(await inode('second', sound)).toBe(await inode('first', sound))
    expect(await readFile(path.join(folder, 'second/files', rotten))).toEqual(content)
    await expect(openBackup(path.join(folder, 'first'))).rejects.toThrow(`está dañada: files/${rotten}`)
    await openBackup(path.join(folder, 'second'))
  })

  it('reads the files after the rows, so that no row comes without its file', async () => {
    const late = 'product/late/320.webp'
    await atOneMoment(shop.database.db, async (tx) => {
      const contents = await contentsOf(tx, shop.shop.files)
      const last = contents.tables.at(-1)
      const rows = last?.rows
      if (!last || !rows) throw new Error('No tables')
      last.rows = async function* () {
        yield* rows()
        await shop.shop.files.write(late, Buffer.from('late'))
      }
      await writeBackup(contents, path.join(folder, 'one'), { shop: '0', engine })
    })
    expect(await readFile(path.join(folder, 'one/files', late), 'utf8')).toBe('late')
    await shop.shop.files.remove(late)
  })

  it('is not made over another, and leaves nothing when it fails', async () => {
    await backUp('one')
    await expect(backUp('one')).rejects.toThrow('ya existe')
    const contents: Contents = await atOneMoment(shop.database.db, (tx) => contentsOf(tx, shop.shop.files))
    contents.files = () => {
      throw new Error('the disk is gone')
    }
    for (const table of contents.tables) table.rows = async function* () {}
    await expect(writeBackup(contents, path.join(folder, 'two'), { shop: '', engine })).rejects.toThrow(
      'is gone',
    )
    expect(await readdir(folder)).toEqual(['one'])
  })
})

describe('restoring', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('embedded')
    await fillWithAll(shop)
  })
  afterAll(() => shop.close())

  const backUp = (): Promise<Manifest> =>
    atOneMoment(shop.database.db, async (tx) =>
      writeBackup(await contentsOf(tx, shop.shop.files, PASSING_TABLES), path.join(folder, 'one'), {
        shop: '0.0.0',
        engine: 'embedded',
      }),
    )

  it('refuses a backup with one wrong byte, wherever it is', async () => {
    await backUp()
    const place = path.join(folder, 'one')
    const files = (await readdir(place, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(15)
    for (const file of files) {
      const { size } = await stat(file)
      for (const position of new Set([0, Math.floor(size / 2), size - 1])) {
        await flip(file, position)
        await expect(openBackup(place), `${file} at ${position}`).rejects.toThrow(
          /dañad|cortado|sobra|incompleta/,
        )
        await flip(file, position)
      }
    }
    await openBackup(place)
  })

  it('refuses a backup that is not whole, or has more than it should', async () => {
    await backUp()
    const place = path.join(folder, 'one')
    const sums = path.join(place, 'SHA256SUMS')
    const text = await readFile(sums, 'utf8')
    await writeFile(sums, text.slice(text.indexOf('\n') + 1))
    await expect(openBackup(place)).rejects.toThrow('sobra')
    await truncate(sums, 100)
    await expect(openBackup(place)).rejects.toThrow('cortado')
    await rm(sums)
    await expect(openBackup(place)).rejects.toThrow('no es una copia completa')
    await writeFile(sums, text)
    await appendFile(path.join(place, 'tables/notes.txt'), 'hola')
    await expect(openBackup(place)).rejects.toThrow('sobra un archivo: tables/notes.txt')
    await rm(path.join(place, 'tables/notes.txt'))
    await rename(path.join(place, 'tables/users.jsonl.gz'), path.join(folder, 'gone'))
    await expect(openBackup(place)).rejects.toThrow('incompleta')
    await expect(openBackup(path.join(folder, 'nowhere'))).rejects.toThrow('no es una copia completa')
  })

  it.each(engines)('refuses a shop on %s that has rows, and changes nothing', async (target) => {
    await backUp()
    await withTarget(target, async (database, files) => {
      await database.db.insertInto('brands').values({ name: 'Otra', created_at: new Date() }).execute()
      const before = await everything(database)
      const { contents } = await openBackup(path.join(folder, 'one'))
      await expect(fillShop({ database, files, migrations }, contents)).rejects.toThrow(
        'no está vacía (tiene filas en brands)',
      )
      expect(await everything(database)).toEqual(before)
      expect(await readStore(files)).toEqual([])
    })
  })

  it.each(engines)('leaves a shop on %s empty when it fails, and works the next time', async (target) => {
    await backUp()
    await withTarget(target, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'one'))
      const full: FileStore = { ...files, write: () => Promise.reject(new Error('no space')) }
      await expect(fillShop({ database, files: full, migrations }, contents)).rejects.toThrow('no space')
      expect(Object.values(await everything(database)).flatMap(({ lines }) => lines)).toEqual([])
      await fillShop({ database, files, migrations }, contents)
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
    })
  })

  it('makes the tables as they were then, and brings them up to date', async () => {
    const old = path.join(folder, 'migrations')
    await copyMigrations(old, 1)
    await withTarget('postgres-empty', async (database, files) => {
      const { migrate } = await import('../db/migrate.ts')
      await migrate(database, old)
      await database.db
        .insertInto('brands')
        .values({ name: 'Vieja', created_at: new Date('2025-01-02T03:04:05.678Z') })
        .execute()
      await atOneMoment(database.db, async (tx) =>
        writeBackup(await contentsOf(tx, files), path.join(folder, 'old'), { shop: '0', engine: 'postgres' }),
      )
    })
    const { contents, manifest } = await openBackup(path.join(folder, 'old'))
    expect(manifest.migrations).toHaveLength(1)
    await withTarget('postgres-empty', async (database, files) => {
      await fillShop({ database, files, migrations }, contents)
      const { rows } = await appliedOf(database)
      expect(rows.length).toBeGreaterThan(1)
      expect(await database.db.selectFrom('brands').select('name').execute()).toEqual([{ name: 'Vieja' }])
    })
    await withTarget('postgres', async (database, files) => {
      await expect(fillShop({ database, files, migrations }, contents)).rejects.toThrow(
        'más nuevas que la copia',
      )
    })
    await withTarget('postgres-empty', async (database, files) => {
      const later = { ...contents, migrations: [...contents.migrations, { name: '0002_x.sql', sha256: 'x' }] }
      await expect(fillShop({ database, files, migrations }, later)).rejects.toThrow(
        'otra versión de la tienda',
      )
    })
  })
})

// ---- Support ---------------------------------------------------------------------------------------------------

/** Rows in most tables, with values that formats stumble over. */
async function fillWithAll(shop: TestShop): Promise<void> {
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

function orderOf(product: { id: number; blisters: { id: number }[] }) {
  return {
    recipient_name: 'Ana Suárez',
    customer_email: 'ana@correo.example',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    shipping_address: '',
    products: [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }],
  }
}

async function withTarget(
  target: (typeof engines)[number] | 'postgres-empty',
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
  const { sql } = await import('kysely')
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

async function appliedOf({ db }: Database): Promise<{ rows: unknown[] }> {
  const { sql } = await import('kysely')
  return sql`select name from schema_migrations`.execute(db)
}

async function copyMigrations(to: string, count: number): Promise<void> {
  const { cp, mkdir } = await import('node:fs/promises')
  await mkdir(to)
  for (const name of (await readdir(migrations)).toSorted().slice(0, count))
    await cp(path.join(migrations, name), path.join(to, name))
}

async function everything({ db }: Database): Promise<Record<string, { lines: string[]; sequence: unknown }>> {
  return atOneMoment(db, async (tx) => {
    const nothing = { walk: async function* () {} } as unknown as FileStore
    const all: Record<string, { lines: string[]; sequence: unknown }> = {}
    for (const { name, columns, sequence, rows } of (await contentsOf(tx, nothing)).tables) {
      const lines = [JSON.stringify(columns)].slice(1)
      for await (const batch of rows()) lines.push(...batch)
      all[name] = { lines, sequence }
    }
    return all
  })
}

async function readStore(files: FileStore): Promise<{ key: string; content: Buffer }[]> {
  const { buffer } = await import('node:stream/consumers')
  const found: { key: string; content: Buffer }[] = []
  for await (const { key } of files.walk()) {
    const file = await files.read(key)
    if (file) found.push({ key, content: await buffer(file.stream) })
  }
  return found
}

async function flip(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, position)
    byte[0] = (byte[0] ?? 0) ^ 1
    await handle.write(byte, 0, 1, position)
  } finally {
    await handle.close()
  }
}
