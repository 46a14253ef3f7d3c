import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'

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

  describe('PUT /orders/{id}/ by the customer', () => {
    it('cancels an own pending order, returns the stock and logs who did it', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const reply = await ana.put(`/orders/${order.id}/`, {
        status: 'cancelled',
        products: [{ ...item, quantity: 99 }],
      })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({
        status: 'cancelled',
        status_display: 'Cancelado',
        version: 2,
        total: 2000,
      })
      await expectStock(shop, item, 10)
      expect((await logOfOrder(admin, order))[0]).toMatchObject({
        action: 'status_change',
        changes: {
          old_status: 'pending',
          new_status: 'cancelled',
          changed_by: ana.user?.username,
          order_total: 2000,
        },
      })
    })

    it.each([[null], ['x'], [[{}]], [[{ product_id: null, blister_id: null, quantity: 1 }]]])(
      'cancels whatever it says of the goods: %j',
      async (products) => {
        const item = await onSale(shop)
        const order = await placed(ana, item)
        const reply = await ana.put(`/orders/${order.id}/`, { status: 'cancelled', products })
        expect([reply.status, reply.body.status]).toEqual([200, 'cancelled'])
        expect((await ana.put(`/orders/${order.id}/`, { products })).status).toBe(400)
      },
    )

    it('refuses to cancel twice, and to cancel a completed order', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })
      expect((await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })).status).toBe(409)
      await expectStock(shop, item, 10)

      const other = await placed(ana, item)
      await admin.put(`/orders/${other.id}/`, { status: 'completed' })
      expect((await ana.put(`/orders/${other.id}/`, { status: 'cancelled' })).status).toBe(409)
      expect((await ana.put(`/orders/${other.id}/`, { products: [] })).status).toBe(409)
      await expectStock(shop, item, 8)
    })

    it('removes a line and returns its stock', async () => {
      const [one, two] = [await onSale(shop), await onSale(shop)]
      const order = await placed(ana, one, two)
      const reply = await ana.put(`/orders/${order.id}/`, { products: [two] })
      expect(reply.body).toMatchObject({
        status: 'pending',
        total: 2000,
        order_products: [{ blister_id: two.blister_id }],
      })
      await expectStock(shop, one, 10)
      await expectStock(shop, two, 8)
    })

    it('changes nothing for the same lines in another order', async () => {
      const [one, two] = [await onSale(shop), await onSale(shop)]
      const order = await placed(ana, one, two)
      const before = (await logOfOrder(admin, order)).length
      const reply = await ana.put(`/orders/${order.id}/`, { products: [two, one], version: order.version })
      expect([reply.status, reply.body.version]).toEqual([200, order.version])
      expect(await logOfOrder(admin, order)).toHaveLength(before)
    })

    it('cancels the order with its last line, which stays readable', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const reply = await ana.put(`/orders/${order.id}/`, { products: [] })
      expect(reply.body).toMatchObject({
        status: 'cancelled',
        total: 2000,
        order_products: [{ quantity: 2 }],
      })
      await expectStock(shop, item, 10)
      expect((await logOfOrder(admin, order))[0].description).toBe(
        `Pedido cancelado por falta de productos (#${order.id})`,
      )
    })

    it('refuses everything else', async () => {
      const [item, other] = [await onSale(shop), await onSale(shop)]
      const order = await placed(ana, item)
      const wrong: [Record<string, unknown>, number][] = [
        [{ status: 'completed' }, 403],
        [{ status: 'pending' }, 403],
        [{ status: 'paid' }, 400],
        [{ is_archived: true }, 403],
        [{ recipient_name: 'Otra Persona' }, 403],
        [{ status: 'cancelled', recipient_name: 'Otra Persona' }, 403],
        [{ order_products: [{ ...item, price_at_time: 1 }] }, 403],
        [{ products: [{ ...item, quantity: 3 }] }, 400],
        [{ products: [{ ...item, quantity: 0 }] }, 400],
        [{ products: [{ ...item, product_id: other.product_id }] }, 400],
        [{ products: [item, other] }, 400],
        [{ products: [item, item] }, 400],
        [{}, 400],
        [{ total: 1, user_id: 1 }, 400],
      ]
      for (const [body, status] of wrong)
        expect([body, (await ana.put(`/orders/${order.id}/`, body)).status]).toEqual([body, status])
      expect((await ana.get(`/orders/${order.id}/`)).body).toEqual(order)
      await expectStock(shop, item, 8)
    })

    it('answers 404 for orders of others', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const bruno = await shop.signIn()
      const missing = await bruno.get('/orders/2000000000/')
      for (const reply of [
        await bruno.get(`/orders/${order.id}/`),
        await bruno.put(`/orders/${order.id}/`, { status: 'cancelled' }),
        await bruno.patch(`/orders/${order.id}/`, { products: [] }),
      ]) {
        expect(reply.status).toBe(404)
        expect({ ...reply.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
      }
      expect((await bruno.delete(`/orders/${order.id}/`)).status).toBe(403)
      for (const id of ['0', '-1', 'x', '9'.repeat(30), '1.5', '%00']) {
        expect((await bruno.get(`/orders/${id}/`)).status).toBe(404)
      }
      await expectStock(shop, item, 8)
    })
  })
})
