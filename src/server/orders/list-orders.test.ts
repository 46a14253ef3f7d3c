import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale, placed, RECIPIENT } from '../../../test/support/sales/orders.ts'

describe.each(engines)('orders on %s', (engine) => {
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

      const page = (await admin.get(`/orders/?search=carla_${engine}&page=2&page_size=2`)).body
      expect(page).toMatchObject({ count: 3, next: null, results: [{ id: one.id }] })
      expect(page.previous).toContain('page=1')
      expect(page.counts).toEqual({ ...before, pending: before.pending - 2, completed: before.completed + 1 })
    })
  })
})
