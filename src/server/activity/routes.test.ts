import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordActivity } from './activity.ts'

describe.each(enginesOf(import.meta.filename))('GET /activity-logs/ on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-20T15:00:00Z')
    admin = await shop.signIn({ admin: true, username: 'capataz', last_name: 'Zubiaurre' })
    // Three hours earlier in Buenos Aires: there the first is of the 19th, the second of the 20th.
    await note('2026-11-20T02:59:59Z', 'Ayer')
    await note('2026-11-20T03:00:00Z', 'Hoy 100%', admin.user?.id)
    await note('2026-11-14T03:00:00Z', 'Hace seis días', 2_000_000_000)
    await note('2026-11-14T02:59:59Z', 'Hace siete días')
    await note('2026-10-22T03:00:00Z', 'Hace 29 días')
    await note('2026-10-22T02:59:59Z', 'Hace 30 días')
  })
  afterAll(() => shop.close())

  const note = (at: string, description: string, userId: number | null = null) =>
    inTransaction(shop.database, (tx) =>
      recordActivity(tx, {
        at: new Date(at),
        action: 'update',
        entity: 'brand',
        entityId: 5,
        description,
        userId,
        changes: { name: { before: 'a', after: { deep: [1] } }, changed_by: userId },
      }),
    )

  const texts = async (query: string) =>
    (await admin.get(`/activity-logs/?entity=brand&${query}`)).body.results.map(
      (entry: { description: string }) => entry.description,
    )

  it('is for admins', async () => {
    const ana = await shop.signIn()
    for (const path of ['/activity-logs/', '/activity-logs/stats/']) {
      expect((await shop.anonymous.get(path)).status).toBe(401)
      expect((await ana.get(path)).status).toBe(403)
    }
  })

  it('shows the current username of each account', async () => {
    const { body } = await admin.get('/activity-logs/?entity=brand&entity_id=5')
    expect(body.results.slice(0, 3)).toMatchObject([
      {
        description: 'Hoy 100%',
        user: 'capataz',
        changes: { name: { before: 'a', after: { deep: [1] } }, changed_by: 'capataz' },
      },
      { description: 'Ayer', user: 'Sistema' },
      { description: 'Hace seis días', user: 'Sistema', timestamp: '2026-11-14T03:00:00.000Z' },
    ])
  })

  it('counts days of Buenos Aires', async () => {
    const { body } = await admin.get('/activity-logs/stats/')
    expect(body).toMatchObject({
      activities_today: 1,
      activities_last_week: 3,
      activities_last_month: 5,
      total_activities: 6,
    })
    expect(await texts('date_from=2026-11-20')).toEqual(['Hoy 100%'])
  })

  it('filters by action and searches text and names', async () => {
    expect(await texts('action=create')).toEqual([])
    expect(await texts('search=100%25')).toEqual(['Hoy 100%'])
    expect(await texts('search=CAPATAZ')).toEqual(['Hoy 100%'])
    // Entries show the username, so a surname finds nothing.
    expect(await texts('search=Zubiaurre')).toEqual([])
    expect(await texts('action=x&date_from=x&search=%00%5C&entity_id=x')).toEqual([])
  })

  it('pages', async () => {
    const { body } = await admin.get('/activity-logs/?entity=brand&page=2&page_size=4')
    expect(body).toMatchObject({
      count: 6,
      next: null,
      previous: '/api/activity-logs/?page=1&page_size=4&entity=brand',
    })
    expect(body.results).toHaveLength(2)
  })

  it('reads the same pages from both ends, with and without a known count', async () => {
    const all = (await admin.get('/activity-logs/?page=1&page_size=100')).body
    expect(all.results.length).toBe(all.count)
    const ids = all.results.map((entry: { id: number }) => entry.id)
    for (let page = 1; page <= Math.ceil(all.count / 4) + 1; page += 1) {
      const { body } = await admin.get(`/activity-logs/?page=${page}&page_size=4`)
      expect(body.results.map((entry: { id: number }) => entry.id)).toEqual(
        ids.slice((page - 1) * 4, page * 4),
      )
      expect(body.count).toBe(all.count)
    }
    const found = (await admin.get('/activity-logs/?page=1&search=hace')).body
    expect([found.count, found.results[0].description]).toEqual([4, 'Hace seis días'])
  })

  it('counts a long log exactly while it grows', async () => {
    const { db } = shop.database
    const add = (from: number, to: number) =>
      sql`insert into activity_log (action, entity, description, created_at)
        select (array['login', 'order', 'update'])[1 + n % 3], (array['session', 'order'])[1 + n % 2], 'x',
          ${shop.clock.now()}::timestamptz - (n % 240) * interval '1 hour'
        from generate_series(${from}::int, ${to}::int) n`.execute(db)
    const check = async () => {
      for (const [query, where] of [
        ['', sql`true`],
        ['action=order', sql`action = 'order'`],
        ['entity=session&action=login', sql`entity = 'session' and action = 'login'`],
        ['date_from=2026-11-15', sql`created_at >= '2026-11-15T00:00:00-03:00'`],
        [
          'date_from=2026-11-19&action=login',
          sql`created_at >= '2026-11-19T00:00:00-03:00' and action = 'login'`,
        ],
      ] as const) {
        const { rows } = await sql<{
          count: number
        }>`select count(*) from activity_log where ${where}`.execute(db)
        const replies = await Promise.all(
          [1, 2].map((page) => admin.get(`/activity-logs/?page=${page}&page_size=5&${query}`)),
        )
        expect(replies.map(({ body }) => body.count)).toEqual([rows[0]?.count, rows[0]?.count])
      }
      const { rows } = await sql<{ count: number }>`select count(*) from activity_log`.execute(db)
      expect((await admin.get('/activity-logs/stats/')).body.total_activities).toBe(rows[0]?.count)
    }
    await add(1, 45_000)
    await check()
    await add(1, 10)
    await check()
    await add(1, 41_000)
    await check()
    await check()
  }, 60_000)
})
