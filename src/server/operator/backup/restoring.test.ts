import {
  appendFile,
  cp,
  mkdir,
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
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  backUp,
  everyFile,
  everyRow,
  fillWithAll,
  MIGRATIONS,
  withTarget,
} from '../../../../test/support/databases/backups.ts'
import { engines, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { checkShop } from '../commands/check.ts'
import { migrate } from '../../db/migrate.ts'
import type { FileStore } from '../../files/store.ts'
import { atOneMoment, contentsOf } from './contents.ts'
import { fillShop } from './fill-shop.ts'
import { openBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'surbrote-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('restoring', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop('embedded')
    await fillWithAll(shop)
  })
  afterAll(() => shop.close())

  it('refuses a backup with one wrong byte anywhere', async () => {
    await backUp(shop, path.join(folder, 'one'))
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

  it('refuses a backup with missing or surplus files', async () => {
    await backUp(shop, path.join(folder, 'one'))
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
    await expect(openBackup(path.join(folder, 'nowhere'))).rejects.toThrow(`No existe ${folder}`)
  })

  it.each(engines)('refuses a shop on %s that has rows, and changes nothing', async (target) => {
    await backUp(shop, path.join(folder, 'one'))
    await withTarget(target, async (database, files) => {
      await database.db.insertInto('brands').values({ name: 'Otra', created_at: new Date() }).execute()
      const before = await everyRow(database)
      const { contents } = await openBackup(path.join(folder, 'one'))
      await expect(fillShop({ database, files, migrations: MIGRATIONS }, contents)).rejects.toThrow(
        'no está vacía (tiene filas en brands)',
      )
      expect(await everyRow(database)).toEqual(before)
      expect(await everyFile(files)).toEqual([])
    })
  })

  it.each(engines)('leaves a shop on %s empty when it fails, and works the next time', async (target) => {
    await backUp(shop, path.join(folder, 'one'))
    await withTarget(target, async (database, files) => {
      const { contents } = await openBackup(path.join(folder, 'one'))
      const full: FileStore = { ...files, write: () => Promise.reject(new Error('no space')) }
      await expect(fillShop({ database, files: full, migrations: MIGRATIONS }, contents)).rejects.toThrow(
        'no space',
      )
      expect(Object.values(await everyRow(database)).flatMap(({ lines }) => lines)).toEqual([])
      await fillShop({ database, files, migrations: MIGRATIONS }, contents)
      expect((await checkShop(database.db, files)).flatMap(({ wrong }) => wrong)).toEqual([])
    })
  })

  it('creates the tables of the version of the backup, and migrates them', async () => {
    const old = path.join(folder, 'migrations')
    await copyMigrations(old, 1)
    await withTarget('postgres-empty', async (database, files) => {
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
      await fillShop({ database, files, migrations: MIGRATIONS }, contents)
      const applied = await sql`select name from schema_migrations`.execute(database.db)
      expect(applied.rows.length).toBeGreaterThan(1)
      expect(await database.db.selectFrom('brands').select('name').execute()).toEqual([{ name: 'Vieja' }])
    })
    await withTarget('postgres', async (database, files) => {
      await expect(fillShop({ database, files, migrations: MIGRATIONS }, contents)).rejects.toThrow(
        'más nuevas que la copia',
      )
    })
    await withTarget('postgres-empty', async (database, files) => {
      const later = { ...contents, migrations: [...contents.migrations, { name: '0002_x.sql', sha256: 'x' }] }
      await expect(fillShop({ database, files, migrations: MIGRATIONS }, later)).rejects.toThrow(
        'otra versión de la tienda',
      )
    })
  })
})

/** A shop of the time when only the first migrations existed. */
async function copyMigrations(to: string, count: number): Promise<void> {
  await mkdir(to)
  for (const name of (await readdir(MIGRATIONS)).toSorted().slice(0, count))
    await cp(path.join(MIGRATIONS, name), path.join(to, name))
}

/** Flips one bit of this byte. */
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
