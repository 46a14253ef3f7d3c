import { afterAll, describe, expect, it } from 'vitest'
import { clientAt } from './support/calls/client.ts'
import { migratedPlace } from './support/databases/embedded-dump.ts'
import { insertPerson } from './support/people/people.ts'
import { bookProblems, halfOrders, missingOrders } from './support/sales/books.ts'
import { startBuyers, until } from './support/sales/buyers.ts'
import { allowPending, newItem, orderOf } from './support/sales/goods.ts'
import { openScope } from './support/scope.ts'
import { startServer, WITHOUT_BUILD } from './support/servers/start-server.ts'
import { withShopOf } from './support/test-environment.ts'

/** It does not live long enough for optimized code. */
const UNOPTIMIZED = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** `npm run prove -- C1` kills more often, and on PostgreSQL too. */
describe('an embedded shop that is killed', () => {
  const scope = openScope()
  afterAll(() => scope.end())

  it('keeps every acknowledged order complete, the ledger agrees with the stock, and numbers go on', async () => {
    const place = await migratedPlace(scope)
    const { order, people, owner } = await withShopOf(scope, place, async (shop) => {
      await allowPending(shop)
      return {
        order: orderOf(await newItem(shop, 100_000)),
        people: await Promise.all([1, 2, 3, 4].map(() => insertPerson(shop))),
        owner: await insertPerson(shop, { admin: true }),
      }
    })
    const tokens = people.map(({ access }) => access)
    const acknowledged: number[] = []
    /** Places orders on a new server, deletes the last one if wanted, sells if wanted, and kills it. The numbers. */
    async function sell(count: number, { deletesLast = false, isBusy = false } = {}): Promise<number[]> {
      const server = await startServer(scope, place, { program: WITHOUT_BUILD, flags: UNOPTIMIZED })
      const ids: number[] = []
      for (let i = 0; i < count; i++)
        ids.push((await clientAt(server.url, tokens[0]).post('/orders/', order)).body.id)
      if (deletesLast) {
        const { status } = await clientAt(server.url, owner.access).delete(`/orders/${ids.at(-1)}/`)
        expect(status).toBe(204)
      }
      const buyers = isBusy ? startBuyers(server.url, { order, tokens }) : undefined
      const enough = 10 + Math.floor(Math.random() * 20)
      if (buyers) await until('the server sells', () => buyers.acknowledged.length >= enough)
      server.kill('SIGKILL')
      await Promise.all([server.ended, buyers?.stop()])
      acknowledged.push(...(deletesLast ? ids.slice(0, -1) : ids), ...(buyers?.acknowledged ?? []))
      return ids
    }
    expect(await sell(2, { deletesLast: true })).toEqual([1, 2])
    // The newest number of all is the only one of its server, and that order is deleted.
    expect(await sell(1, { deletesLast: true })).toEqual([3])
    expect(await sell(2, { isBusy: true })).toEqual([4, 5])
    await sell(0, { isBusy: true })
    await withShopOf(scope, place, async ({ db }) => {
      expect(await missingOrders(db, acknowledged)).toEqual([])
      expect(await halfOrders(db)).toEqual([])
      expect(await bookProblems(db)).toEqual([])
    })
  }, 180_000)
})
