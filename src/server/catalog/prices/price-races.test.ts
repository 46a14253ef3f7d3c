import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Reply, type TestShop } from '../../../../test/support/open-shop.ts'
import { RECIPIENT } from '../../../../test/support/sales/orders.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { inTransaction } from '../../db/transaction.ts'
import { setPrices } from './set-prices.ts'

const RULE = { kind: 'percent', percent: 50 }

/** PostgreSQL only: the embedded database is one session, without races. */
describe('a price run during other changes', () => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop('postgres')
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const onSale = () =>
    shop.hasProduct({
      blisters: [
        { seed_count: 3, price: 1000, stock: 500, discount: 10 },
        { seed_count: 5, price: 2000, stock: 500, discount: 0 },
      ],
    })
  const previewOf = async (products: Product[]) => {
    const body = { rule: RULE, filter: { ids: products.map(({ id }) => id) } }
    return { ...body, token: (await admin.post('/price-runs/preview/', body)).body.token as string }
  }
  const apply = (body: object) => admin.post('/price-runs/', body)
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.shop.db)
    return rows.length
  }

  it('is STALE when a price changed while it waited, and loses no change', async () => {
    const product = await onSale()
    const [three] = product.blisters
    const body = await previewOf([product])
    let replying: Promise<Reply> | undefined
    await inTransaction(shop.database, async (tx) => {
      const change = {
        blister_id: three?.id ?? 0,
        from: { price: 100_000, discount: 10 },
        to: { price: 123_400, discount: 10, final_price: 111_060 },
      }
      await setPrices(tx, [change], { userId: null, at: new Date() })
      replying = apply(body)
      await expect.poll(waiting).toBe(1)
    })
    const reply = await replying
    expect([reply?.status, reply?.body.code]).toEqual([409, 'STALE'])
    const { blisters } = (await admin.get(`/products/${product.id}/`)).body
    expect(blisters.map(({ price }: { price: number }) => price)).toEqual([1234, 2000])
  })

  it('succeeds once for two requests with one preview', async () => {
    const products = await Promise.all(Array.from({ length: 5 }, onSale))
    const body = await previewOf(products)
    const replies = await Promise.all(Array.from({ length: 6 }, () => apply(body)))
    const done = replies.filter(({ status }) => status === 201)
    expect([done.length, replies.length]).toEqual([1, 6])
    const { blisters } = (await admin.get(`/products/${products[0]?.id}/`)).body
    expect(blisters.map(({ price }: { price: number }) => price)).toEqual([1500, 3000])
  })

  it('an order has the old or the new price in each line, and its total is their sum', async () => {
    const product = await onSale()
    const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.signIn()))
    const products = product.blisters.map(({ id }) => ({
      product_id: product.id,
      blister_id: id,
      quantity: 2,
    }))
    const body = await previewOf([product])
    const orders = buyers.map(async (buyer, index) => {
      const sent = index % 2 === 0 ? products : products.toReversed()
      return buyer.post('/orders/', { ...RECIPIENT, products: sent })
    })
    const [changed, ...placed] = await Promise.all([apply(body), ...orders])
    expect(changed.status).toBe(201)
    for (const { status, body: order } of placed) {
      expect(status).toBe(201)
      const lines = order.order_products as { price_at_time: number; blister_info: { seed_count: number } }[]
      for (const { price_at_time, blister_info } of lines)
        expect(blister_info.seed_count === 3 ? [900, 1350] : [2000, 3000]).toContain(price_at_time)
      expect(order.total).toBe(lines.reduce((sum, { price_at_time }) => sum + 2 * price_at_time, 0))
    }
  })

  it('does not deadlock with saves of the same products', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, onSale))
    const body = await previewOf(products)
    const saves = products.map((product) =>
      admin.put(`/products/${product.id}/`, { ...product, description: 'x' }),
    )
    const [changed, ...saved] = await Promise.all([apply(body), ...saves])
    // The second of two writers gets a 409: a form by its version. A run is not affected by a new description.
    expect(changed.status).toBe(201)
    for (const { status } of saved) expect([200, 409]).toContain(status)
    const deadlocks = await sql<{ count: number }>`
      select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(
      shop.shop.db,
    )
    expect(deadlocks.rows[0]?.count).toBe(0)
  })
})
