import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../../test/support/databases/test-database.ts'
import { SECRET } from '../../../../test/support/test-environment.ts'
import { ActivityCounts } from '../../activity/activity-counts.ts'
import { monthsBefore } from '../../activity/archive.ts'
import { readConfig } from '../../config.ts'
import type { Shop } from '../../shop.ts'
import { openShop } from '../../start/open-shop.ts'
import { archiveActivity } from './archive-activity.ts'

const root = path.resolve('.')

it('months are those of the calendar in Buenos Aires', () => {
  expect(monthsBefore(new Date('2026-03-31T12:00:00Z'), 6)).toBe('2025-09-01')
  expect(monthsBefore(new Date('2026-01-01T02:00:00Z'), 12)).toBe('2024-12-01')
})

/** `commands.test.ts` archives that of an embedded shop. */
describe('activity archive', () => {
  let folder = ''
  let shop: Shop
  let drop: () => Promise<void>
  let said = ''
  const counts = new ActivityCounts()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'surbrote-archive-'))
    const database = await createTestDatabase()
    drop = database.drop
    const config = readConfig({
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database.databaseUrl,
      SHOP_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      DEMO: '0',
    })
    shop = await openShop(config, root)
    await insert('user', 7_000, '2021-05-04T12:00:00Z')
    await insert('order', 3, '2021-05-04T12:00:00Z')
    await insert('user', 5, new Date().toISOString())
    await sql`insert into activity_texts select min(id), 'note', 'antes', 'después' from activity_log`.execute(
      shop.db,
    )
  })
  afterAll(async () => {
    await shop.database.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    said = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
  })
  afterEach(() => vi.restoreAllMocks())

  const insert = (entity: string, count: number, at: string) =>
    sql`insert into activity_log (action, entity, entity_id, description, created_at)
      select 'update', ${entity}, n, 'Perfil actualizado', ${at}::timestamptz from generate_series(1, ${count}::int) n`.execute(
      shop.db,
    )
  const archive = (...args: string[]) => archiveActivity.run({ config: shop.config, root, args })
  const entries = (entity: string) => counts.of(shop, { entity })

  it('rows are removed by nobody else', async () => {
    await expect(sql`delete from activity_log where entity = 'user'`.execute(shop.db)).rejects.toThrow(
      'only ever added',
    )
    await shop.db.transaction().execute(async (tx) => {
      await sql`select set_config('surbrote.archives', 'activity_log', true)`.execute(tx)
      await sql`savepoint before`.execute(tx)
      const young = sql`delete from activity_log where created_at > now() - interval '5 months'`
      await expect(young.execute(tx)).rejects.toThrow('only ever added')
      await sql`rollback to savepoint before`.execute(tx)
      await expect(sql`update activity_log set user_id = 1`.execute(tx)).rejects.toThrow('only ever added')
      await sql`rollback to savepoint before`.execute(tx)
    })
  })

  it('six months stay at least', async () => {
    await expect(archive(folder)).rejects.toThrow('Falta --months.')
    await expect(archive(folder, '--months', '5')).rejects.toThrow('de 6 o más')
  })

  it('writes a dated copy, then removes what it has, but for the books', async () => {
    expect(await entries('user')).toBe(7_005)
    const name = `activity-before-${monthsBefore(new Date(), 24)}.jsonl`
    const file = path.join(folder, name)
    await writeFile(file, 'otra cosa')
    await expect(archive(folder, '--months', '24')).rejects.toThrow('con otras entradas')
    expect(await entries('user')).toBe(7_005)
    await expect(archive(path.join(folder, 'nada'), '--months', '6')).rejects.toThrow(
      'No se puede escribir en',
    )
    await rm(file)
    expect(await archive(folder, '--months', '24')).toBe(0)
    expect(said).toContain(`7000 entradas anteriores al ${monthsBefore(new Date(), 24)} quedaron en ${file}`)

    const text = await readFile(file, 'utf8')
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { entity: string })
    expect([rows.length, new Set(rows.map(({ entity }) => entity))]).toEqual([7_000, new Set(['user'])])
    expect(text).not.toContain('después')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((other) => other.includes('unfinished'))).toEqual([])
    expect([await entries('user'), await entries('order')]).toEqual([5, 3])
    const entry = await shop.db
      .selectFrom('activity_log')
      .selectAll()
      .where('entity', '=', 'activity_log')
      .executeTakeFirstOrThrow()
    expect(entry.changes).toEqual({ file: name, sha256: createHash('sha256').update(text).digest('hex') })
  })

  it('says so when nothing is old', async () => {
    expect(await archive(folder, '--months', '24')).toBe(0)
    expect(said).toContain('No hay entradas anteriores')
  })
})
