import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../contract/orders.ts'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const recipient = { recipient_name: 'Ana Suárez', customer_phone: '1123456789', delivery_type: 'coordinate' }

interface Item {
  product_id: number
  blister_id: number
  quantity: number
}

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

  async function onSale(stock = 10): Promise<Item> {
    const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1000, stock, discount: 0 }] })
    return { product_id: product.id, blister_id: product.blisters[0]?.id ?? 0, quantity: 2 }
  }

  async function placed(...items: Item[]): Promise<Order> {
    const reply = await ana.post('/orders/', { ...recipient, products: items })
    if (reply.status !== 201) throw new Error(reply.text)
    return reply.body as Order
  }

  async function expectStock(item: Item, stock: number): Promise<void> {
    expect([await shop.stockOf(item.blister_id), await shop.ledgerOf(item.blister_id)]).toEqual([
      stock,
      stock,
    ])
  }

  async function logOf(order: Order) {
    return (await admin.get(`/activity-logs/?entity=order&entity_id=${order.id}`)).body
  }

  describe('PUT /orders/{id}/ by the customer', () => {
    it('cancels the own pending order, gives the stock back and says who did it', async () => {
      const item = await onSale()
      const order = await placed(item)
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
      await expectStock(item, 10)
      expect((await logOf(order))[0]).toMatchObject({
        action: 'status_change',
        changes: {
          old_status: 'pending',
          new_status: 'cancelled',
          changed_by: ana.user?.username,
          order_total: 2000,
        },
      })
    })

    it('refuses to cancel twice and to cancel what is completed', async () => {
      const item = await onSale()
      const order = await placed(item)
      await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })
      expect((await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })).status).toBe(409)
      await expectStock(item, 10)

      const other = await placed(item)
      await admin.put(`/orders/${other.id}/`, { status: 'completed' })
      expect((await ana.put(`/orders/${other.id}/`, { status: 'cancelled' })).status).toBe(409)
      expect((await ana.put(`/orders/${other.id}/`, { products: [] })).status).toBe(409)
      await expectStock(item, 8)
    })

    it('drops a line and gives its stock back', async () => {
      const [one, two] = [await onSale(), await onSale()]
      const order = await placed(one, two)
      const reply = await ana.put(`/orders/${order.id}/`, { products: [two] })
      expect(reply.body).toMatchObject({
        status: 'pending',
        total: 2000,
        order_products: [{ blister_id: two.blister_id }],
      })
      await expectStock(one, 10)
      await expectStock(two, 8)
    })

    it('cancels with the last line, which stays to be read', async () => {
      const item = await onSale()
      const order = await placed(item)
      const reply = await ana.put(`/orders/${order.id}/`, { products: [] })
      expect(reply.body).toMatchObject({
        status: 'cancelled',
        total: 2000,
        order_products: [{ quantity: 2 }],
      })
      await expectStock(item, 10)
      expect((await logOf(order))[0].description).toBe(
        `Pedido cancelado por falta de productos (#${order.id})`,
      )
    })

    it('allows nothing else', async () => {
      const [item, other] = [await onSale(), await onSale()]
      const order = await placed(item)
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
      await expectStock(item, 8)
    })

    it('keeps the orders of others unknown', async () => {
      const item = await onSale()
      const order = await placed(item)
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
      await expectStock(item, 8)
    })
  })

  describe('PUT /orders/{id}/ by an admin', () => {
    it('sets any status; the stock follows', async () => {
      const item = await onSale()
      const order = await placed(item)
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
        await expectStock(item, stock)
      }
    })

    it('refuses to open again what is sold out meanwhile', async () => {
      const item = await onSale(2)
      const order = await placed(item)
      await admin.put(`/orders/${order.id}/`, { status: 'cancelled' })
      await placed({ ...item, quantity: 1 })
      const reply = await admin.put(`/orders/${order.id}/`, { status: 'pending' })
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({
        code: 'OUT_OF_STOCK',
        lines: [{ blister_id: item.blister_id, available: 1 }],
      })
      expect((await ana.get(`/orders/${order.id}/`)).body.status).toBe('cancelled')
    })

    it('changes quantities, lines and prices; a kept line keeps its price', async () => {
      const [one, two, three] = [await onSale(), await onSale(), await onSale()]
      const order = await placed(one, two)
      const product = (await admin.get(`/products/${one.product_id}/`)).body
      await admin.put(`/products/${one.product_id}/`, {
        ...product,
        blisters: [{ ...product.blisters[0], price: 7000 }],
      })

      const reply = await admin.put(`/orders/${order.id}/`, {
        order_products: [
          { ...one, quantity: 5 },
          { ...three, quantity: 1, price_at_time: 250.5 },
        ],
      })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ total: 5250.5, version: 2 })
      expect(reply.body.order_products).toMatchObject([
        { blister_id: one.blister_id, quantity: 5, price_at_time: 1000 },
        { blister_id: three.blister_id, quantity: 1, price_at_time: 250.5 },
      ])
      await expectStock(one, 5)
      await expectStock(two, 10)
      await expectStock(three, 9)
      expect((await logOf(order))[0]).toMatchObject({
        action: 'update',
        changes: { total: { before: 4000, after: 5250.5 } },
      })
    })

    it('moves nothing when there is not enough', async () => {
      const [one, two] = [await onSale(), await onSale(3)]
      const order = await placed(one, two)
      const reply = await admin.put(`/orders/${order.id}/`, { order_products: [{ ...two, quantity: 9 }] })
      expect(reply.status).toBe(409)
      await expectStock(one, 8)
      await expectStock(two, 1)
    })

    it('archives and corrects the recipient, without writing personal data into the log', async () => {
      const order = await placed(await onSale())
      const reply = await admin.patch(`/orders/${order.id}/`, {
        is_archived: true,
        recipient_name: 'Beatriz Nueva',
        customer_phone: '+54 9 11 5555-4444',
        shipping_address: 'Calle 1',
      })
      expect(reply.body).toMatchObject({
        is_archived: true,
        recipient_name: 'Beatriz Nueva',
        customer_phone: '1155554444',
        shipping_address: 'Coordinar entrega',
      })
      const log = JSON.stringify(await logOf(order))
      expect(log).toContain('recipient_name')
      expect(log).not.toContain('Beatriz')
      expect(log).not.toContain('1155554444')
    })

    it('refuses a change to an older version, and changes nothing when nothing differs', async () => {
      const order = await placed(await onSale())
      expect((await admin.put(`/orders/${order.id}/`, { status: 'pending', version: 1 })).body.version).toBe(
        1,
      )
      expect(
        (await admin.put(`/orders/${order.id}/`, { status: 'completed', version: 1 })).body.version,
      ).toBe(2)
      const reply = await admin.put(`/orders/${order.id}/`, { status: 'cancelled', version: 1 })
      expect([reply.status, reply.body.code]).toEqual([409, 'STALE'])
      expect((await logOf(order)).length).toBe(2)
    })

    it('refuses lines that cannot be', async () => {
      const [one, two] = [await onSale(), await onSale()]
      const order = await placed(one)
      const wrong = [
        [one, one],
        [{ ...one, product_id: two.product_id }],
        [{ ...two, product_id: one.product_id }],
        [{ ...one, blister_id: 2_000_000_000 }],
        [{ ...one, quantity: 100 }],
        [{ ...one, price_at_time: -1 }],
        [{ ...one, price_at_time: 1e12 }],
      ]
      for (const order_products of wrong) {
        expect((await admin.put(`/orders/${order.id}/`, { order_products })).status).toBe(400)
      }
      await expectStock(one, 8)
      await expectStock(two, 10)
    })
  })

  describe('DELETE /orders/{id}/', () => {
    it.each([
      ['pending', 10],
      ['completed', 8],
      ['cancelled', 10],
    ])('of a %s order leaves a stock of %d, and a snapshot without personal data', async (status, stock) => {
      const item = await onSale()
      const order = await placed(item)
      await admin.put(`/orders/${order.id}/`, { status })
      expect((await admin.delete(`/orders/${order.id}/`)).status).toBe(204)
      await expectStock(item, stock)
      expect((await admin.get(`/orders/${order.id}/`)).status).toBe(404)
      expect((await admin.delete(`/orders/${order.id}/`)).status).toBe(404)
      const [entry] = await logOf(order)
      expect(entry).toMatchObject({
        action: 'delete',
        changes: { status, order_total: 2000, lines: [{ quantity: 2 }] },
      })
      expect(JSON.stringify(entry)).not.toContain('Ana')
    })
  })

  describe('GET /orders/', () => {
    it('is for admins; own orders are under my-orders', async () => {
      const [first, second] = [await placed(await onSale()), await placed(await onSale())]
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
        (await carla.post('/orders/', { ...recipient, recipient_name, products: [await onSale()] }))
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

  it('frees and forgets the orders of a removed account', async () => {
    const [open, done] = [await onSale(), await onSale()]
    const [pending, completed] = [await placed(open), await placed(done)]
    await admin.put(`/orders/${completed.id}/`, { status: 'completed' })
    expect((await admin.delete(`/auth/users/${ana.user?.id}/`)).status).toBe(204)
    await expectStock(open, 10)
    await expectStock(done, 8)
    for (const [id, status] of [
      [pending.id, 'cancelled'],
      [completed.id, 'completed'],
    ] as const) {
      const order = (await admin.get(`/orders/${id}/`)).body
      expect(order).toMatchObject({
        status,
        customer: null,
        customer_id: null,
        customer_phone: '',
        total: 2000,
      })
      expect(JSON.stringify(order)).not.toContain('Ana')
    }
    expect((await logOf(completed)).at(-1).user).toBe('Sistema')
  })
})
