import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders/orders.ts'
import { type Client, openShop, type Reply, type TestShop } from '../../../test/support/open-shop.ts'
import { expectStock, RECIPIENT } from '../../../test/support/sales/orders.ts'
import { inTransaction } from '../db/transaction.ts'
import { saveSettings } from '../settings/settings.ts'

/** The number of replies by status. */
const statuses = (replies: Reply[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, (reply) => reply.status)].map(([status, all]) => [status, all.length]),
  )

/** PostgreSQL only: the embedded database is one session, without races. */
describe('concurrent orders', () => {
  let shop: TestShop
  let buyers: Client[]

  beforeAll(async () => {
    shop = await openShop('postgres')
    buyers = await Promise.all(Array.from({ length: 100 }, () => shop.signIn()))
  })
  afterAll(() => shop.close())

  async function onSale(stock: number) {
    const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1000, stock, discount: 0 }] })
    return {
      product_id: product.id,
      blister_id: product.blisters[0]?.id ?? 0,
      quantity: 1,
      name: product.name,
    }
  }
  type Item = Awaited<ReturnType<typeof onSale>>

  const buy = (buyer: Client, items: Item[], headers?: Record<string, string>) =>
    buyer.post('/orders/', { ...RECIPIENT, products: items }, headers)

  function first(): Client {
    const [buyer] = buyers
    if (!buyer) throw new Error('No buyer')
    return buyer
  }

  it.each([1, 10, 37])('100 buyers of the last %d units get exactly those', async (stock) => {
    const item = await onSale(stock)
    const replies = await Promise.all(buyers.map((buyer) => buy(buyer, [item])))
    expect(statuses(replies)).toEqual({ 201: stock, 409: 100 - stock })
    for (const { body } of replies.filter((reply) => reply.status === 409)) {
      expect(body.error).toBe(`No hay suficiente stock de ${item.name}. Stock disponible: 0`)
    }
    await expectStock(shop, item, 0)
  })

  it('ten posts with one Idempotency-Key make one order', async () => {
    const item = await onSale(20)
    const mails = (await shop.mails()).length
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => buy(first(), [item], { 'idempotency-key': 'one' })),
    )
    expect(statuses(replies)).toEqual({ 201: 10 })
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    await expectStock(shop, item, 19)
    expect((await shop.mails()).length).toBe(mails + 2)
  })

  it('ten cancellations return the stock once', async () => {
    const item = await onSale(20)
    const { id } = (await buy(first(), [item])).body as Order
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => first().put(`/orders/${id}/`, { status: 'cancelled' })),
    )
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 })
    await expectStock(shop, item, 20)
  })

  it('cancellation, removal of the last line, edit and deletion of one order return the stock once', async () => {
    const admin = await shop.signIn({ admin: true })
    for (let round = 0; round < 10; round++) {
      const item = await onSale(20)
      const { id } = (await buy(first(), [item])).body as Order
      const replies = await Promise.all([
        first().put(`/orders/${id}/`, { status: 'cancelled' }),
        first().put(`/orders/${id}/`, { products: [] }),
        admin.put(`/orders/${id}/`, { order_products: [{ ...item, quantity: 7 }] }),
        admin.put(`/orders/${id}/`, { status: 'cancelled' }),
        admin.delete(`/orders/${id}/`),
      ])
      for (const { status } of replies) expect([200, 204, 404, 409]).toContain(status)
      await expectStock(shop, item, 20)
    }
  })

  it('never lets one customer have more pending orders than the setting allows', async () => {
    await saveSettings({ shop: shop.shop, body: { max_pending_orders: 3 } })
    // Different presentations, as orders of the same one would wait for its lock.
    const items = await Promise.all(Array.from({ length: 10 }, () => onSale(5)))
    const hoarder = await shop.signIn()
    // The first order also writes the phone, which would lock the account anyway.
    expect((await buy(hoarder, [await onSale(5)])).status).toBe(201)
    const replies = await Promise.all(items.map((item) => buy(hoarder, [item])))
    await saveSettings({ shop: shop.shop, body: { max_pending_orders: 30 } })
    expect(statuses(replies)).toEqual({ 201: 2, 409: 8 })
    const stocks = await Promise.all(items.map((item) => shop.stockOf(item.blister_id)))
    expect(stocks.toSorted((a, b) => a - b)).toEqual([4, 4, 5, 5, 5, 5, 5, 5, 5, 5])
  })

  it('never lets one customer hold more units of a presentation than the setting allows', async () => {
    await saveSettings({ shop: shop.shop, body: { max_pending_units: 10 } })
    const hoarder = await shop.signIn()
    // The first order also writes the phone, which would lock the account anyway.
    expect((await buy(hoarder, [await onSale(5)])).status).toBe(201)
    const [item, other] = [await onSale(50), await onSale(50)]
    // Each holds two presentations, in either order, so that both wait for each other's stock.
    const lines = [
      { ...item, quantity: 6 },
      { ...other, quantity: 6 },
    ]
    const replies = await Promise.all([buy(hoarder, lines), buy(hoarder, lines.toReversed())])
    await saveSettings({ shop: shop.shop, body: { max_pending_units: 0 } })
    expect(statuses(replies)).toEqual({ 201: 1, 409: 1 })
    await expectStock(shop, item, 44)
    await expectStock(shop, other, 44)
  })

  it('an order that waits for a change of seeds and price is sold with the new ones', async () => {
    const item = await onSale(5)
    let replying: Promise<Reply> | undefined
    await inTransaction(shop.database, async (tx) => {
      await sql`update blisters set seed_count = 5, price = 250000, final_price = 250000
        where id = ${item.blister_id}`.execute(tx)
      replying = buy(first(), [item])
      await untilAnotherWaits()
    })
    const reply = await replying
    expect([reply?.status, reply?.body.total]).toEqual([201, 2500])
    expect(reply?.body.order_products[0]).toMatchObject({
      price_at_time: 2500,
      blister_info: { seed_count: 5 },
    })
  })

  it('an order that waits while the product is hidden is not placed', async () => {
    const item = await onSale(5)
    let replying: Promise<Reply> | undefined
    await inTransaction(shop.database, async (tx) => {
      await tx.updateTable('products').set({ available: false }).where('id', '=', item.product_id).execute()
      await tx.updateTable('blisters').set({ seed_count: 4 }).where('id', '=', item.blister_id).execute()
      replying = buy(first(), [item])
      await untilAnotherWaits()
    })
    const reply = await replying
    expect([reply?.status, reply?.body.error]).toEqual([
      400,
      'Uno de los productos ya no está disponible en la tienda',
    ])
    await expectStock(shop, item, 5)
  })

  it('an order that waits for a change of its e-mail is mailed to the new address', async () => {
    const item = await onSale(5)
    const moving = await shop.signIn()
    let replying: Promise<Reply> | undefined
    await inTransaction(shop.database, async (tx) => {
      const id = moving.user?.id ?? 0
      await tx.updateTable('users').set({ email: 'nueva@correo.example' }).where('id', '=', id).execute()
      replying = buy(moving, [item])
      await untilAnotherWaits()
    })
    expect((await replying)?.body.customer_email).toBe('nueva@correo.example')
    const [mail] = (await shop.mails()).filter(({ recipient }) => recipient === 'nueva@correo.example')
    expect(mail?.subject).toContain('edido')
  })

  it('an order that waits while its account is deactivated is not placed', async () => {
    const item = await onSale(5)
    const leaving = await shop.signIn()
    let replying: Promise<Reply> | undefined
    await inTransaction(shop.database, async (tx) => {
      const id = leaving.user?.id ?? 0
      await tx.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
      replying = buy(leaving, [item])
      await untilAnotherWaits()
    })
    expect((await replying)?.status).toBe(401)
    await expectStock(shop, item, 5)
  })

  async function untilAnotherWaits(): Promise<void> {
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.shop.db)
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
  }

  it('two products ordered in opposite order by many never end in a deadlock', async () => {
    const [one, two] = [await onSale(1000), await onSale(1000)]
    const before = await deadlocks()
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(
        buyers.slice(0, 60).map((buyer, index) => buy(buyer, index % 2 === 0 ? [one, two] : [two, one])),
      )
      expect(statuses(replies)).toEqual({ 201: 60 })
    }
    // Deadlocks are counted by PostgreSQL, as the shop retries them.
    expect(await deadlocks()).toBe(before)
    await expectStock(shop, one, 820)
    await expectStock(shop, two, 820)
  }, 30_000)

  async function deadlocks(): Promise<number> {
    // Sessions report their counts about once a second.
    await sleep(1_500)
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(shop.database.db)
    return rows[0]?.deadlocks ?? 0
  }
})
