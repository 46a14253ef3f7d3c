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
})
