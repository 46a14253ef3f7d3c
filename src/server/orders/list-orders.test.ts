import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Order } from '../../contract/orders/orders.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale, placed, RECIPIENT } from '../../../test/support/sales/orders.ts'

/** Columns of a copied order. */
const COPIED = [
  'user_id',
  'status',
  'is_archived',
  'recipient_name',
  'customer_email',
  'customer_phone',
  'delivery_type',
  'shipping_address',
  'total',
  'version',
  'created_at',
  'updated_at',
] as const

describe.each(enginesOf(import.meta.filename))('orders on %s', (engine) => {
  let shop: TestShop
  let ana: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  beforeEach(async () => {
    ana = await shop.signIn()
  })
  afterAll(() => shop.close())

  describe('GET /orders/', () => {
    it('is for admins; own orders are under my-orders', async () => {
      const [first, second] = [await placed(ana, await onSale(shop)), await placed(ana, await onSale(shop))]
      expect((await ana.get('/orders/')).status).toBe(403)
      const mine = await ana.get('/orders/my-orders/')
      expect(mine.body.orders.map((order: Order) => order.id)).toEqual([second.id, first.id])
    })

    it('gives own orders page by page, with their lines once; without a page the newest hundred', async () => {
      const ids: number[] = []
      for (let n = 0; n < 3; n++) ids.unshift((await placed(ana, await onSale(shop))).id)
      const { body: page } = await ana.get('/orders/my-orders/?page=2&page_size=2')
      expect(page).toMatchObject({ count: 3, next: null, orders: [{ id: ids[2] }] })
      expect(page.previous).toBe('/api/orders/my-orders/?page=1&page_size=2')
      expect(page.orders[0].order_products).toHaveLength(1)
      expect(page.orders[0]).not.toHaveProperty('products')
      expect((await ana.get('/orders/my-orders/?page_size=0')).body.count).toBe(3)
      const { body: all } = await ana.get('/orders/my-orders/')
      expect(Object.keys(all)).toEqual(['orders'])
      expect(all.orders.map(({ id }: Order) => id)).toEqual(ids)
      expect(all.orders[0].products).toEqual(all.orders[0].order_products)

      await shop.shop.db
        .insertInto('orders')
        .columns(COPIED)
        .expression(
          shop.shop.db
            .selectFrom('orders')
            .crossJoin(sql<{ n: number }>`generate_series(1, 100)`.as('n'))
            .select(COPIED)
            .where('orders.id', '=', ids[0] ?? 0),
        )
        .execute()
      expect((await ana.get('/orders/my-orders/')).body.orders).toHaveLength(100)
      expect((await ana.get('/orders/my-orders/?page=1')).body.count).toBe(103)
    })

    it('pages, filters, searches and counts', async () => {
      const carla = await shop.signIn({
        username: `carla_${engine}`,
        first_name: 'Carla',
        last_name: 'Ñandú',
      })
      const place = async (recipient_name: string) =>
        (await carla.post('/orders/', { ...RECIPIENT, recipient_name, products: [await onSale(shop)] }))
          .body as Order
      const [one, two, three] = [
        await place('Zulema 100%'),
        await place('Zulema Roca'),
        await place('Otra Persona'),
      ]
      const before = (await admin.get('/orders/')).body.counts
      await admin.put(`/orders/${one.id}/`, { is_archived: true })
      await admin.put(`/orders/${three.id}/`, { status: 'completed' })
      const ids = async (query: string) =>
        (await admin.get(`/orders/?${query}`)).body.results.map((order: Order) => order.id)

      expect(await ids('search=zulema')).toEqual([two.id, one.id])
      expect(await ids('search=100%25')).toEqual([one.id])
      expect(await ids(`search=carla_${engine}`)).toEqual([three.id, two.id, one.id])
      expect(await ids('search=carla%20%C3%B1and')).toEqual([three.id, two.id, one.id])
      expect(await ids(`search=%23${two.id}`)).toContain(two.id)
      expect(await ids(`orderId=${three.id}`)).toEqual([three.id])
      expect(await ids('search=zulema&archived=true')).toEqual([one.id])
      expect(await ids('search=zulema&archived=false')).toEqual([two.id])
      expect(await ids(`search=carla_${engine}&status=completed`)).toEqual([three.id])
      expect(await ids('search=%00%5C_%27&status=x&page=x&orderId=x')).toEqual([])

      expect(
        await ids(`search=${encodeURIComponent(three.order_products[0]?.product_name ?? '')}`),
      ).toContain(three.id)
      expect(await ids(`search=${two.customer_email.toUpperCase()}`)).toContain(two.id)
      expect(await ids('search=11%202345-6789')).toContain(two.id)

      const page = (await admin.get(`/orders/?search=carla_${engine}&page=2&page_size=2`)).body
      expect(page).toMatchObject({ count: 3, next: null, results: [{ id: one.id }] })
      expect(page.previous).toContain('page=1')
      expect(page.counts).toEqual({ ...before, pending: before.pending - 2, completed: before.completed + 1 })
    })

    it('filters by channel and by days of Buenos Aires', async () => {
      const order = await placed(ana, await onSale(shop))
      await sql`update orders set channel = 'fair', created_at = '2020-03-05T02:59:59Z' where id = ${order.id}`.execute(
        shop.shop.db,
      )
      const found = async (query: string) => {
        const { body } = await admin.get(`/orders/?search=%23${order.id}&${query}`)
        return [body.count, body.results[0]?.channel_display]
      }
      expect(await found('channel=fair')).toEqual([1, 'Feria'])
      expect(await found('channel=web')).toEqual([0, undefined])
      expect(await found('date_from=2020-03-04&date_to=2020-03-04')).toEqual([1, 'Feria'])
      expect((await found('date_from=2020-03-05'))[0]).toBe(0)
      expect((await found('date_to=2020-03-03'))[0]).toBe(0)
      expect((await found('channel=x&date_from=2020-02-31'))[0]).toBe(1)
    })
  })
})
