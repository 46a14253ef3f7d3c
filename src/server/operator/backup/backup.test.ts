import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  backUp,
  everyFile,
  everyRow,
  fillWithAll,
  MIGRATIONS,
  orderOf,
  withTarget,
} from '../../../../test/support/databases/backups.ts'
import { engines, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { checkShop } from '../commands/check.ts'
import { atOneMoment, type Contents, contentsOf, TEMPORARY_TABLES } from './contents.ts'
import { fillShop } from './fill-shop.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

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

  const backUpAs = (name: string) => backUp(shop, path.join(folder, name))

  it.each(engines)('is restored as the same shop on %s, table by table', async (target) => {
    const manifest = await backUpAs('one')
    await withTarget(target, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'one'))
      const filled = await fillShop({ database, files, migrations: MIGRATIONS }, contents)
      expect(filled.files).toBe(2)
      const [before, after] = [await everyRow(shop.database), await everyRow(database)]
      for (const name of TEMPORARY_TABLES) {
        expect(after[name]?.lines).toEqual([])
        delete before[name]
        delete after[name]
      }
      expect(after).toEqual(before)
      expect(Object.values(after).reduce((sum, { lines }) => sum + lines.length, 0)).toBe(filled.rows)
      expect(manifest.tables.map(({ name }) => name)).toContain('stock_movements')
      expect(await everyFile(files)).toEqual(await everyFile(shop.shop.files))
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
      // Ids continue where the old ones ended, and the ledger still refuses changes.
      const added = await database.db
        .insertInto('brands')
        .values({ name: 'Después', created_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(added.id).toBeGreaterThan(manifest.tables.find(({ name }) => name === 'brands')?.rows ?? 0)
      await expect(database.db.deleteFrom('stock_movements').execute()).rejects.toThrow('only ever added')
    })
  })

  it('has every order that was confirmed before it began, while more are being placed', async () => {
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
    await backUpAs('busy')
    const after = acknowledged.length
    over.abort()
    await Promise.all(buying)
    if (engine === 'postgres') expect(after).toBeGreaterThan(before.length)

    await withTarget(engine, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'busy'))
      await fillShop({ database, files, migrations: MIGRATIONS }, contents)
      const rows = await database.db.selectFrom('orders').select('id').execute()
      const there = new Set(rows.map(({ id }) => id))
      expect(before.filter((id) => !there.has(id))).toEqual([])
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
    })
  })

  it('can be read by its owner only', async () => {
    await backUpAs('private')
    const place = path.join(folder, 'private')
    expect((await stat(place)).mode & 0o777).toBe(0o700)
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600)
    }
  })

  it('links the pictures of the previous backup that are still intact', async () => {
    const [rotten, sound] = (await everyFile(shop.shop.files)).map(({ key }) => key) as [string, string]
    await backUpAs('first')
    const old = path.join(folder, 'first/files', rotten)
    const content = await readFile(old)
    await writeFile(old, Buffer.alloc(content.length))
    await backUpAs('second')
    const inode = async (name: string, key: string) => (await stat(path.join(folder, name, 'files', key))).ino
    expect(await inode('second', sound)).toBe(await inode('first', sound))
    expect(await readFile(path.join(folder, 'second/files', rotten))).toEqual(content)
    await expect(openBackup(path.join(folder, 'first'))).rejects.toThrow(`está dañada: files/${rotten}`)
    await openBackup(path.join(folder, 'second'))
  })

  it('reads the files after the rows, so that every row has its file', async () => {
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

  it('does not overwrite another, and leaves nothing when it fails', async () => {
    await backUpAs('one')
    await expect(backUpAs('one')).rejects.toThrow('ya existe')
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
