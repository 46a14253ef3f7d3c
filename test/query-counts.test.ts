import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countQueries } from './support/databases/count-queries.ts'
import { type Described, documentedCalls, rightCall, rightCalls, send } from './support/calls/every-call.ts'
import { openShop, type TestShop } from './support/open-shop.ts'
import { openWorld, type World } from './support/people/world.ts'

/** Queries of the screens, besides the plain list. */
const QUERIES: Record<string, string[]> = {
  'GET /api/products/': ['?page=1&page_size=9', '?page=1&page_size=9&search=puna', ''],
  'GET /api/orders/': ['?page=1&page_size=9', '?page=1&page_size=9&search=ana', '?status=pending'],
  'GET /api/orders/print/': ['?ids=1,2,3'],
  'GET /api/warranty-claims/': ['?page=1&page_size=9', '?search=ana&page=1', ''],
  'GET /api/activity-logs/': ['?page=1&page_size=20', '?page=1&search=puna', ''],
  'GET /api/reports/{kind}/': ['?from=2026-01-01&to=2026-12-31', '?from=2026-01-01&to=2026-12-31&page=1'],
  'GET /api/reports/{kind}/csv/': ['?from=2026-01-01&to=2026-12-31'],
  'GET /api/auth/users/': ['?page=1&page_size=12', '?page=1&username=ana', ''],
}

describe('the number of statements of a list', () => {
  let shop: TestShop
  let world: World
  let calls: Map<string, Described>

  beforeAll(async () => {
    shop = await openShop('embedded')
    world = await openWorld(shop)
    calls = await documentedCalls(shop)
    // A page that is not full is counted by its rows, without a statement.
    await addRows(13)
  }, 60_000)
  afterAll(() => shop.close())

  /** Adds this many rows of everything that a list can hold. */
  async function addRows(count: number): Promise<void> {
    const make = rightCalls(world)
    const each = [
      'POST /api/products/',
      'POST /api/price-runs/',
      'POST /api/brands/',
      'POST /api/orders/',
      'POST /api/warranty-claims/',
      'POST /api/regret-requests/',
      'POST /api/auth/invitations/',
    ]
    for (let row = 0; row < count; row += 1) {
      for (const call of each) {
        const isAdmins = /products|brands|price-runs|invitations/.test(call)
        const actor = isAdmins ? world.admin : world.owner
        const right = await rightCall(make, call, actor)
        expect((await send(actor, call, right)).status).toBe(201)
      }
      await world.person()
    }
  }

  const lists = () =>
    [...calls.keys()]
      .filter((call) => call.startsWith('GET ') && !/\{id\}|\{code\}|\{slug\}\/$/.test(call))
      .flatMap((call) =>
        (QUERIES[call] ?? ['']).map(
          (query) =>
            call.replace('GET /api', '').replace('{slug}', 'envios').replace('{kind}', 'products') + query,
        ),
      )
      // One account with its orders, and one product with its related products, contain lists too.
      .concat(`/users/${world.owner.user?.id}/`, '/products/1/related/')

  it('does not grow with its rows', async () => {
    const countAll = async () => {
      const counts: Record<string, number> = {}
      for (const path of lists()) {
        counts[path] = await countQueries(shop.shop, async () => {
          const reply = await world.admin.get(path)
          expect([path, reply.status]).toEqual([path, 200])
        })
      }
      return counts
    }
    const few = await countAll()
    await addRows(7)
    expect(await countAll()).toEqual(few)
    expect(Object.keys(few).length).toBeGreaterThan(20)
    expect(Object.entries(few).filter(([, count]) => count < 1 || count > 6)).toEqual([])
  }, 60_000)

  it('does not grow with the size of its page', async () => {
    for (const [call, queries] of Object.entries(QUERIES)) {
      for (const query of queries.filter((each) => each.includes('page='))) {
        const path = `${call.replace('GET /api', '')}${query.replace(/&page_size=\d+/, '')}`
        const countOf = (size: number) =>
          countQueries(shop.shop, () => world.admin.get(`${path}&page_size=${size}`))
        expect([path, await countOf(7)]).toEqual([path, await countOf(2)])
      }
    }
  })

  it('notices a list with a statement for each row', async () => {
    const { db } = shop.shop
    const naive = async () => {
      for (const { id } of await db.selectFrom('orders').select('id').execute()) {
        await db.selectFrom('order_lines').selectAll().where('order_id', '=', id).execute()
      }
    }
    const before = await countQueries(shop.shop, naive)
    await addRows(1)
    expect(await countQueries(shop.shop, naive)).toBe(before + 1)
    const inOne = () => db.transaction().execute((tx) => tx.selectFrom('users').select('id').execute())
    expect(await countQueries(shop.shop, inOne), 'with begin and commit').toBe(3)
  })
})
