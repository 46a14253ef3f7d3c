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

  describe('PUT /orders/{id}/ by an admin', () => {
    it('sets any status; the stock follows', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const steps: [string, number][] = [
        ['completed', 8],
        ['pending', 8],
        ['cancelled', 10],
        ['cancelled', 10],
        ['completed', 8],
        ['cancelled', 10],
        ['pending', 8],
      ]
      for (const [status, stock] of steps) {
        expect((await admin.put(`/orders/${order.id}/`, { status })).body.status).toBe(status)
        await expectStock(shop, item, stock)
      }
    })

    it('refuses to reopen an order whose goods have sold out', async () => {
      const item = await onSale(shop, 2)
      const order = await placed(ana, item)
      await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
      await placed(ana, { ...item, quantity: 1 })
      const reply = await admin.put(`/orders/${order.id}/`, { status: 'pending' })
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({
        code: 'OUT_OF_STOCK',
        lines: [{ blister_id: item.blister_id, available: 1 }],
      })
      expect((await ana.get(`/orders/${order.id}/`)).body.status).toBe('cancelled')
    })

    it('says what was removed when reopening an order of it', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      await admin.delete(`/products/${item.product_id}/`)
      await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
      const { body } = await admin.put(`/orders/${order.id}/`, { status: 'pending' })
      const name = order.order_products[0]?.product_name
      expect(body).toMatchObject({
        code: 'OUT_OF_STOCK',
        error: `${name} ya no existe en la tienda`,
        lines: [{ available: 0, is_removed: true }],
      })
    })

    it('changes quantities and lines; a kept line keeps its price, a new one that of today', async () => {
      const [one, two, three] = [await onSale(shop), await onSale(shop), await onSale(shop)]
      const order = await placed(ana, one, two)
      const product = (await admin.get(`/products/${one.product_id}/`)).body
      await admin.put(`/products/${one.product_id}/`, {
        ...product,
        blisters: [{ ...product.blisters[0], price: 7000 }],
      })

      const reply = await admin.put(`/orders/${order.id}/`, {
        order_products: [
          { ...one, quantity: 5, price_at_time: 0 },
          { ...three, quantity: 1, price_at_time: 250.5 },
        ],
      })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ total: 6000, version: 2 })
      expect(reply.body.order_products).toMatchObject([
        { blister_id: one.blister_id, quantity: 5, price_at_time: 1000 },
        { blister_id: three.blister_id, quantity: 1, price_at_time: 1000 },
      ])
      await expectStock(shop, one, 5)
      await expectStock(shop, two, 10)
      await expectStock(shop, three, 9)
      expect((await logOfOrder(admin, order))[0]).toMatchObject({
        action: 'update',
        changes: { total: { before: 4000, after: 6000 } },
      })
    })

    it('ignores a price sent along: alone it is no change', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      for (const price_at_time of [0, 1, 1e12, 'x', null]) {
        const reply = await admin.put(`/orders/${order.id}/`, {
          order_products: [{ ...item, price_at_time }],
        })
        expect([reply.status, reply.body.total, reply.body.version]).toEqual([200, 2000, 1])
      }
      expect(await logOfOrder(admin, order)).toHaveLength(1)
    })

    it('refuses another total; that of the order may be sent back', async () => {
      const order = await placed(ana, await onSale(shop))
      const reply = await admin.patch(`/orders/${order.id}/`, { total: 1, recipient_name: 'Otra Persona' })
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['total']])
      expect((await admin.put(`/orders/${order.id}/`, order)).body).toMatchObject(order)
    })

    it('changes the lines together with the status', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const products = [{ ...item, quantity: 1 }]
      const reply = await admin.put(`/orders/${order.id}/`, { status: 'completed', products })
      expect(reply.body).toMatchObject({ status: 'completed', total: 1000 })
    })

    it('refuses another status for an order without products, which is cancelled', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      const empty = (status: string) => admin.put(`/orders/${order.id}/`, { status, order_products: [] })
      expect((await empty('completed')).body.errors).toHaveProperty('status')
      await expectStock(shop, item, 8)
      expect((await empty('pending')).body.status).toBe('cancelled')
      expect((await empty('pending')).status).toBe(400)
      await expectStock(shop, item, 10)
    })

    it('changes nothing when the stock is short', async () => {
      const [one, two] = [await onSale(shop), await onSale(shop, 3)]
      const order = await placed(ana, one, two)
      const reply = await admin.put(`/orders/${order.id}/`, { order_products: [{ ...two, quantity: 9 }] })
      expect(reply.status).toBe(409)
      await expectStock(shop, one, 8)
      await expectStock(shop, two, 1)
    })

    it('archives, and corrects the recipient without personal data in the log', async () => {
      const order = await placed(ana, await onSale(shop))
      const reply = await admin.patch(`/orders/${order.id}/`, {
        is_archived: true,
        recipient_name: 'Beatriz Nueva',
        customer_phone: '+54 9 11 5555-4444',
      })
      expect(reply.body).toMatchObject({
        is_archived: true,
        recipient_name: 'Beatriz Nueva',
        customer_phone: '1155554444',
        shipping_address: 'Coordinar entrega',
      })
      const entries = await logOfOrder(admin, order)
      expect(entries[0].changes).toMatchObject({
        recipient_name: { before: expect.stringContaining('·····'), after: 'B·····a' },
        customer_phone: { before: '11·····789', after: '11·····444' },
      })
      expect(JSON.stringify(entries)).not.toContain('Beatriz')
      expect(JSON.stringify(entries)).not.toContain('1155554444')
      await admin.patch(`/orders/${order.id}/`, { customer_phone: '1166664444' })
      expect((await logOfOrder(admin, order))[0].changes.customer_phone).toEqual({
        before: 'dato personal',
        after: 'otro dato personal',
      })
    })

    it('changes the delivery, which the customer sees and the log names', async () => {
      const order = await placed(ana, await onSale(shop))
      const path = `/orders/${order.id}/`
      const sent = await admin.patch(path, { delivery_type: 'address', shipping_address: 'Mitre 123, Salta' })
      expect(sent.status).toBe(200)
      expect((await ana.get(path)).body).toMatchObject({
        delivery_type: 'address',
        delivery_type_display: 'Envío a domicilio',
        shipping_address: 'Mitre 123, Salta',
      })
      expect((await logOfOrder(admin, order))[0].changes).toEqual({
        delivery_type: { before: 'coordinate', after: 'address' },
        shipping_address: { before: 'Coordinar entrega', after: 'M·····a' },
      })
      expect((await admin.patch(path, { shipping_address: 'Mitre 125, Salta' })).body).toMatchObject({
        delivery_type: 'address',
        shipping_address: 'Mitre 125, Salta',
      })
      const back = await admin.put(path, { ...(await admin.get(path)).body, delivery_type: 'coordinate' })
      expect(back.body).toMatchObject({ delivery_type: 'coordinate', shipping_address: 'Coordinar entrega' })
    })

    it('refuses an address that it would not keep, and a delivery without one', async () => {
      const order = await placed(ana, await onSale(shop))
      const wrong = [
        [{ shipping_address: 'Calle 1' }, 'shipping_address'],
        [{ delivery_type: 'coordinate', shipping_address: 'Calle 1' }, 'shipping_address'],
        [{ delivery_type: 'address' }, 'shipping_address'],
        [{ delivery_type: 'address', shipping_address: '' }, 'shipping_address'],
        [{ ...order, delivery_type: 'address' }, 'shipping_address'],
        [{ delivery_type: 'drone' }, 'delivery_type'],
      ] as const
      for (const [change, field] of wrong) {
        const reply = await admin.patch(`/orders/${order.id}/`, change)
        expect([change, reply.status, Object.keys(reply.body.errors)]).toEqual([change, 400, [field]])
      }
      expect((await ana.patch(`/orders/${order.id}/`, { delivery_type: 'address' })).status).toBe(403)
      expect((await admin.get(`/orders/${order.id}/`)).body.version).toBe(1)
    })

    it('refuses a change of an older version, and writes nothing when nothing differs', async () => {
      const order = await placed(ana, await onSale(shop))
      expect((await admin.put(`/orders/${order.id}/`, { status: 'pending', version: 1 })).body.version).toBe(
        1,
      )
      expect(
        (await admin.put(`/orders/${order.id}/`, { status: 'completed', version: 1 })).body.version,
      ).toBe(2)
      const reply = await admin.put(`/orders/${order.id}/`, { status: 'cancelled', version: 1 })
      expect([reply.status, reply.body.code]).toEqual([409, 'STALE'])
      expect((await logOfOrder(admin, order)).length).toBe(2)
    })

    it('refuses another price, and other lines of a cancelled order', async () => {
      const item = await onSale(shop)
      const order = await placed(ana, item)
      for (const change of [
        { discount: 10 },
        { price: 1 },
        { final_price: 1, status: 'completed' },
        { status: 'cancelled', order_products: [{ ...item, quantity: 1 }] },
        { status: 'cancelled', products: [{ ...(await onSale(shop)), quantity: 2 }] },
      ]) {
        const { status, body } = await admin.put(`/orders/${order.id}/`, change)
        expect([change, status, body.code]).toEqual([change, 400, 'VALIDATION'])
      }
      expect((await admin.get(`/orders/${order.id}/`)).body.version).toBe(1)
      await expectStock(shop, item, 8)

      // Sent back as they were read.
      const same = await admin.put(`/orders/${order.id}/`, {
        status: 'cancelled',
        order_products: [{ ...item, price_at_time: 1 }],
      })
      expect([same.status, same.body.status]).toEqual([200, 'cancelled'])
      await expectStock(shop, item, 10)
      // Customers' clients send lines of any form along.
      const own = await placed(ana, item)
      const products = [{ ...item, quantity: 1, price: 1 }]
      expect((await ana.put(`/orders/${own.id}/`, { status: 'cancelled', products })).status).toBe(200)
    })

    it('refuses impossible lines', async () => {
      const [one, two] = [await onSale(shop), await onSale(shop)]
      const order = await placed(ana, one)
      const wrong = [
        [one, one],
        [{ ...one, product_id: two.product_id }],
        [{ ...two, product_id: one.product_id }],
        [{ ...one, blister_id: 2_000_000_000 }],
        [{ ...one, quantity: 100 }],
        [{ ...one, discount: 10 }],
        [{ ...one, price: 1 }],
        [{ ...one, final_price: 1 }],
      ]
      for (const order_products of wrong) {
        expect((await admin.put(`/orders/${order.id}/`, { order_products })).status).toBe(400)
      }
      await expectStock(shop, one, 8)
      await expectStock(shop, two, 10)
    })
  })
})
