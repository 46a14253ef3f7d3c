import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../../test/support/databases/test-database.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import type { FileStore } from '../../files/store.ts'
import { backup } from './backup.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'

/** The time limit of each statement of a check. */
const limits = vi.hoisted((): string[] => [])
vi.mock('./check.ts', async (original) => {
  const real = await original<typeof import('./check.ts')>()
  return {
    ...real,
    async checkShop(db: Db, files: FileStore) {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
      limits.push(...rows.map(({ statement_timeout }) => statement_timeout))
      return real.checkShop(db, files)
    },
  }
})

describe('the check after restore and move', { timeout: 240_000 }, () => {
  const root = path.resolve('.')
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'surbrote-checked-'))
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = (databaseUrl: string): Config =>
    readConfig({
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SHOP_SECRET: 'prueba-prueba-prueba-prueba-prueba',
      LOG_LEVEL: 'silent',
    })

  it('may take as long as a large shop takes', async () => {
    const databases = await Promise.all([1, 2, 3].map(createTestDatabase))
    const [shop, restored, moved] = databases.map(({ databaseUrl }) => settings(databaseUrl)) as [
      Config,
      Config,
      Config,
    ]
    try {
      const copy = path.join(folder, 'copy')
      expect(await backup.run({ config: shop, root, args: [copy] })).toBe(0)
      expect(await restore.run({ config: restored, root, args: [copy] })).toBe(0)
      expect(await move.run({ config: shop, root, args: ['--to', String(moved.databaseUrl)] })).toBe(0)
      expect(limits).toEqual(['0', '0'])
    } finally {
      for (const { drop } of databases) await drop()
    }
  })
})
