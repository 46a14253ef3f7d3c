import { afterAll, describe, expect, it } from 'vitest'
import { migratedPlace } from './support/databases/embedded-dump.ts'
import { insertPerson } from './support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from './support/sales/books.ts'
import { startBuyers, until } from './support/sales/buyers.ts'
import { allowPending, newItem, orderOf } from './support/sales/goods.ts'
import { openScope } from './support/scope.ts'
import { startServer, WITHOUT_BUILD } from './support/servers/start-server.ts'
import { withShopOf } from './support/test-environment.ts'

const KILLS = 3

/** `npm run prove -- C1` kills more often, and on PostgreSQL too. */
describe('an embedded shop that is killed while it sells', () => {
  const scope = openScope()
  afterAll(() => scope.end())

  it('keeps every acknowledged order complete, and the ledger agrees with the stock', async () => {
    const place = await migratedPlace(scope)
    const sale = await withShopOf(scope, place, async (shop) => {
      await allowPending(shop)
      const people = await Promise.all([1, 2, 3, 4].map(() => insertPerson(shop)))
      return { order: orderOf(await newItem(shop, 100_000)), tokens: people.map(({ access }) => access) }
    })
    const acknowledged: number[] = []
    for (let round = 0; round < KILLS; round++) {
      const server = await startServer(scope, place, { program: WITHOUT_BUILD })
      const buyers = startBuyers(server.url, sale)
      const enough = 10 + Math.floor(Math.random() * 20)
      await until('the server sells', () => buyers.acknowledged.length >= enough)
      server.kill('SIGKILL')
      await Promise.all([server.ended, buyers.stop()])
      acknowledged.push(...buyers.acknowledged)
    }
    await withShopOf(scope, place, async ({ db }) => {
      expect(await missingOrders(db, acknowledged)).toEqual([])
      expect(await halfOrders(db)).toEqual([])
      expect(await bookProblems(db)).toEqual([])
    })
  }, 180_000)

  it('gives the next order the next number, also when the newest was deleted', async () => {
    const place = await migratedPlace(scope)
    const { order, buyer, owner } = await withShopOf(scope, place, async (shop) => ({
      order: orderOf(await newItem(shop, 100)),
      buyer: await insertPerson(shop),
      owner: await insertPerson(shop, { admin: true }),
    }))
    /** Places orders on a new server, deletes the last one if wanted, and kills it. The numbers. */
    async function sell(count: number, { deletesLast = false } = {}): Promise<number[]> {
      const server = await startServer(scope, place, { program: WITHOUT_BUILD })
      const call = (method: string, way: string, token: string, body?: object) =>
        fetch(`${server.url}/api${way}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
      const ids: number[] = []
      for (let i = 0; i < count; i++) {
        const placed = await call('POST', '/orders/', buyer.access, order)
        ids.push(((await placed.json()) as { id: number }).id)
      }
      if (deletesLast) expect((await call('DELETE', `/orders/${ids.at(-1)}/`, owner.access)).status).toBe(204)
      server.kill('SIGKILL')
      await server.ended
      return ids
    }
    expect(await sell(3)).toEqual([1, 2, 3])
    expect(await sell(2, { deletesLast: true })).toEqual([4, 5])
    expect(await sell(1, { deletesLast: true })).toEqual([6])
    expect(await sell(1)).toEqual([7])
  }, 180_000)
})
