import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countQueries } from '../../../../test/support/databases/count-queries.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { ORDERS_EMAIL } from '../../../../test/support/shop-settings.ts'

const recipient = {
  recipient_name: 'Ana Suárez',
  customer_phone: '11 2345-6789',
  delivery_type: 'coordinate',
}

describe.each(enginesOf(import.meta.filename))('POST /orders/ on %s', (engine) => {
  let shop: TestShop
  let ana: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    ana = await shop.signIn({ first_name: 'Ana' })
  })
  afterAll(() => shop.close())

  async function onSale(stock = 10, price = 1000, discount = 10) {
    const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price, stock, discount }] })
    const blister = product.blisters[0]
    if (!blister) throw new Error('No blister')
    return { product, blister, item: { product_id: product.id, blister_id: blister.id, quantity: 2 } }
  }

  it('takes the stock, freezes the lines, and enqueues mail to customer and shop', async () => {
    const { product, blister, item } = await onSale()
    const mailsBefore = (await shop.mails()).length

    const reply = await ana.post('/orders/', { ...recipient, products: [item] })

    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      status: 'pending',
      status_display: 'Pendiente',
      total: 1800,
      customer_id: ana.user?.id,
      customer_email: ana.user?.email,
      customer_phone: '1123456789',
      shipping_address: 'Coordinar entrega',
      delivery_type_display: 'Acordar entrega',
      version: 1,
    })
    expect(reply.body.order_products).toHaveLength(1)
    expect(reply.body.order_products[0]).toMatchObject({
      product_id: product.id,
      blister_id: blister.id,
      quantity: 2,
      price_at_time: 900,
      product_name: product.name,
      blister_info: { seed_count: 3 },
      product_details: { id: product.id, name: product.name },
    })
    expect(await shop.stockOf(blister.id)).toBe(8)
    expect(await shop.ledgerOf(blister.id)).toBe(8)

    const mails = (await shop.mails()).slice(mailsBefore)
    expect(mails.map((mail) => mail.recipient)).toEqual([ana.user?.email, ORDERS_EMAIL])
    for (const mail of mails) expect(mail.subject).toContain(`#${reply.body.id}`)
    expect(mails[0]?.body_text).toContain('2 × ')

    const admin = await shop.signIn({ admin: true })
    const log = await admin.get(`/activity-logs/?entity=order&entity_id=${reply.body.id}`)
    expect(log.body.results).toMatchObject([
      { action: 'order', user: ana.user?.username, description: `Pedido #${reply.body.id} creado` },
    ])
    expect((await ana.get('/auth/profile/')).body.phone).toBe('1123456789')
  })

  it('sends few statements, as each is a round trip', async () => {
    const items = [(await onSale(99)).item, (await onSale(99)).item]
    const statements = (headers?: Record<string, string>) =>
      countQueries(shop.shop, async () => {
        const reply = await ana.post('/orders/', { ...recipient, products: items }, headers)
        expect(reply.status).toBe(201)
      })
    // Session, begin, three statements, commit; with the key one more. The products above were a public change, so the
    // settings are read once more.
    await expect.poll(() => statements()).toBe(6)
    await expect.poll(() => statements({ 'idempotency-key': randomUUID() })).toBe(7)
  })

  it('stores the phone in the account', async () => {
    const { item } = await onSale()
    const buyer = await shop.signIn()
    for (const [phone, digits] of [
      ['11 2345-6789', '1123456789'],
      ['+54 9 (0351) 15 555-4444', '3515554444'],
      ['11 2345-6789', '1123456789'],
    ]) {
      await buyer.post('/orders/', {
        ...recipient,
        customer_phone: phone,
        products: [{ ...item, quantity: 1 }],
      })
      expect((await buyer.get('/auth/profile/')).body.phone).toBe(digits)
    }
  })

  it('answers the order as it is read later', async () => {
    const { item } = await onSale()
    const { body } = await ana.post('/orders/', { ...recipient, products: [item, (await onSale()).item] })
    expect((await ana.get(`/orders/${body.id}/`)).body).toEqual(body)
  })

  it('keeps the line when the product changes or is removed', async () => {
    const { product, item } = await onSale()
    const order = (await ana.post('/orders/', { ...recipient, products: [item] })).body
    const admin = await shop.signIn({ admin: true })
    const now = (await admin.get(`/products/${product.id}/`)).body
    const saved = await admin.put(`/products/${product.id}/`, {
      ...now,
      name: 'Otro nombre',
      blisters: [{ ...now.blisters[0], price: 5 }],
    })
    expect(saved.status).toBe(200)
    expect((await admin.delete(`/products/${product.id}/`)).status).toBe(204)

    const again = (await ana.get(`/orders/${order.id}/`)).body
    expect(again.order_products).toEqual(order.order_products)
    expect(again.total).toBe(order.total)
  })

  it('ignores price, total, e-mail and user of the client', async () => {
    const { item } = await onSale()
    const other = await shop.signIn()
    const reply = await ana.post('/orders/', {
      ...recipient,
      customer_email: 'thief@correo.example',
      user_id: other.user?.id,
      customer_id: other.user?.id,
      total: 1,
      status: 'completed',
      shipping_address: 'Otra calle 1',
      products: [{ ...item, price_at_time: 0.01, final_price: 0.01 }],
    })
    expect(reply.body).toMatchObject({
      total: 1800,
      status: 'pending',
      customer_email: ana.user?.email,
      customer_id: ana.user?.id,
      shipping_address: 'Coordinar entrega',
    })
  })

  it('merges two items of the same presentation', async () => {
    const { blister, item } = await onSale()
    const reply = await ana.post('/orders/', { ...recipient, products: [item, { ...item, quantity: 3 }] })
    expect(reply.body.order_products).toMatchObject([{ quantity: 5 }])
    expect(await shop.stockOf(blister.id)).toBe(5)
  })

  it('names the products out of stock, and changes nothing', async () => {
    const plenty = await onSale(5)
    const few = await onSale(1)
    const mailsBefore = (await shop.mails()).length
    const reply = await ana.post('/orders/', { ...recipient, products: [plenty.item, few.item] })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({
      code: 'OUT_OF_STOCK',
      error: `No hay suficiente stock de ${few.product.name}. Stock disponible: 1`,
      lines: [{ blister_id: few.blister.id, name: few.product.name, available: 1 }],
    })
    expect([await shop.stockOf(plenty.blister.id), await shop.stockOf(few.blister.id)]).toEqual([5, 1])
    expect((await shop.mails()).length).toBe(mailsBefore)
  })

  it('refuses goods without a price', async () => {
    const { item } = await onSale(5, 0, 0)
    const reply = await ana.post('/orders/', { ...recipient, products: [item] })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'WITHOUT_PRICE',
      error: 'No se puede agregar un producto sin precio al carrito',
    })
  })

  it('refuses a presentation of another product, a hidden and an unknown one', async () => {
    const [one, two] = [await onSale(), await onSale()]
    const foreign = await ana.post('/orders/', {
      ...recipient,
      products: [{ ...one.item, product_id: two.product.id }],
    })
    expect(foreign.status).toBe(400)

    const admin = await shop.signIn({ admin: true })
    await admin.patch(`/products/${two.product.id}/`, { available: false })
    const hidden = await ana.post('/orders/', { ...recipient, products: [two.item] })
    const unknown = await ana.post('/orders/', {
      ...recipient,
      products: [{ ...two.item, blister_id: 2_000_000_000 }],
    })
    expect(hidden.status).toBe(400)
    // The same text, so that it does not reveal unpublished products.
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect(await shop.stockOf(one.blister.id)).toBe(10)
  })

  it('refuses delivery to an address while the shop does not offer it', async () => {
    const { item } = await onSale()
    const reply = await ana.post('/orders/', {
      ...recipient,
      delivery_type: 'address',
      shipping_address: 'San Martín 1',
      products: [item],
    })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toHaveProperty('delivery_type')
  })

  it('refuses visitors', async () => {
    expect((await shop.anonymous.post('/orders/', {})).status).toBe(401)
  })

  describe('with invalid input', () => {
    let sale: Awaited<ReturnType<typeof onSale>>
    beforeEach(async () => {
      sale = await onSale(10)
    })

    const quantities = [0, -1, 1.5, 1e9, '2', null, Number.MAX_VALUE, [], {}, true, 100]
    it.each(quantities.map((quantity) => [quantity]))('refuses the quantity %j', async (quantity) => {
      const reply = await ana.post('/orders/', { ...recipient, products: [{ ...sale.item, quantity }] })
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION'])
      expect(await shop.stockOf(sale.blister.id)).toBe(10)
    })

    const ids = [0, -1, 1.5, 2 ** 31, 2 ** 63, '1', '1 or 1=1', null, [1]]
    it.each(ids.map((id) => [id]))('refuses the id %j', async (id) => {
      for (const field of ['product_id', 'blister_id']) {
        const reply = await ana.post('/orders/', { ...recipient, products: [{ ...sale.item, [field]: id }] })
        expect(reply.status).toBe(400)
      }
    })

    const bodies: [string, Record<string, unknown>][] = [
      ['no products', { products: undefined }],
      ['an empty list', { products: [] }],
      ['a text for products', { products: 'x' }],
      [
        '51 lines',
        {
          products: Array.from({ length: 51 }, (_, index) => ({
            product_id: 1,
            blister_id: index + 1,
            quantity: 1,
          })),
        },
      ],
      ['no name', { recipient_name: undefined }],
      ['a short name', { recipient_name: ' ab ' }],
      ['a number as name', { recipient_name: 5 }],
      ['a long name', { recipient_name: 'x'.repeat(101) }],
      ['a NUL in the name', { recipient_name: 'Ana\0Suárez' }],
      ['a line break in the name', { recipient_name: 'Ana\nBcc: x@y.example' }],
      ['a bidi control in the name', { recipient_name: 'Ana \u202EzeráuS' }],
      ['half a character in the name', { recipient_name: 'Ana \uD800' }],
      ['no phone', { customer_phone: undefined }],
      ['nine digits', { customer_phone: '123456789' }],
      ['ten digits without an area code', { customer_phone: '15 5555-4444' }],
      ['an area code that does not exist', { customer_phone: '2222 55-4444' }],
      ['no delivery type', { delivery_type: undefined }],
      ['an unknown delivery type', { delivery_type: 'drone' }],
      ['a NUL in the address', { shipping_address: 'a\0b' }],
    ]
    it.each(bodies)('refuses %s', async (_, wrong) => {
      const reply = await ana.post('/orders/', { ...recipient, products: [sale.item], ...wrong })
      expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION'])
      expect(typeof reply.body.error).toBe('string')
    })

    it('refuses a body that is not an object', async () => {
      for (const body of [[], 'x', '{', 'null', '5']) {
        const reply = await ana.post('/orders/', body, { 'content-type': 'application/json' })
        expect(reply.status).toBe(400)
      }
    })
  })

  it('limits the number of pending orders', async () => {
    const { item } = await onSale(99)
    const busy = await shop.signIn()
    for (let made = 0; made < 30; made++) {
      expect(
        (await busy.post('/orders/', { ...recipient, products: [{ ...item, quantity: 1 }] })).status,
      ).toBe(201)
    }
    const reply = await busy.post('/orders/', { ...recipient, products: [{ ...item, quantity: 1 }] })
    expect([reply.status, reply.body.code]).toEqual([409, 'LIMIT_REACHED'])
  })
})
