import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { ActivityCounts } from './activity-counts.ts'

describe.each(enginesOf(import.meta.filename))('ActivityCounts on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  /** Entries with the ids from `first` to `last`. */
  const insert = (first: number, last: number, at: string) =>
    sql`insert into activity_log (id, action, entity, description, created_at) overriding system value
      select id, 'create', 'product', 'Alta', ${at}::timestamptz
      from generate_series(${first}::bigint, ${last}::bigint) id`.execute(shop.database.db)

  it('includes the entries of a long transaction whose ids are lower than those of others', async () => {
    const counts = new ActivityCounts()
    const log = { db: shop.database.db, now: () => new Date('2026-11-20T12:00:00Z') }
    await insert(1_000_001, 1_003_000, '2026-11-19T12:00:00Z')
    await insert(1_003_001, 1_009_000, '2026-11-20T11:00:00Z')
    await insert(1_030_000, 1_030_000, '2026-11-20T11:59:00Z')
    const products = { entity: 'product' }
    expect(await counts.of(log, products)).toBe(9_001)
    await insert(1_009_001, 1_029_999, '2026-11-20T11:58:00Z')
    expect(await counts.of(log, products)).toBe(30_000)
    expect(await counts.of(log, { ...products, since: '2026-11-20' })).toBe(27_000)
    const [today, all = 0] = await counts.sinceEach(log, ['2026-11-20', undefined])
    expect(today).toBe(27_000)
    expect(all).toBeGreaterThanOrEqual(30_000)
  })
})
