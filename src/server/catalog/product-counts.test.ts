import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('the count of a page of products on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    for (let number = 0; number < 3; number++) await shop.hasProduct()
  })
  afterAll(() => shop.close())

  // A page that is not full gives its count, so pages of one are requested.
  const countFor = async (who: Client) =>
    (await who.get('/products/?page=1&page_size=1')).body.count as number

  it('is right for an admin after each change', async () => {
    const before = await countFor(admin)
    const product = await shop.hasProduct()
    expect(await countFor(admin)).toBe(before + 1)
    await admin.patch(`/products/${product.id}/`, { available: false })
    expect(await countFor(admin)).toBe(before + 1)
    await admin.delete(`/products/${product.id}/`)
    expect(await countFor(admin)).toBe(before)
  })

  it('is cached for customers until a public change, without hidden products', async () => {
    const before = await countFor(admin)
    await vi.waitFor(async () => expect(await countFor(customer)).toBe(before))
    const product = await shop.hasProduct()
    await vi.waitFor(async () => expect(await countFor(customer)).toBe(before + 1))
    await admin.patch(`/products/${product.id}/`, { available: false })
    await vi.waitFor(async () => {
      expect(await countFor(customer)).toBe(before)
      expect(await countFor(shop.anonymous)).toBe(before)
    })
    expect(await countFor(admin)).toBe(before + 1)
  })

  it('stays cached after a sale, except for lists by stock', async () => {
    const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1_000, stock: 1 }] })
    const soldOut = async () =>
      (await customer.get('/products/?page=1&page_size=1&stockFilter=out-of-stock')).body.count as number
    const before = { all: await countFor(customer), soldOut: await soldOut() }
    const line = { product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }
    const order = { recipient_name: 'Ana Suárez', customer_phone: '1123456789', delivery_type: 'coordinate' }
    const { status } = await customer.post('/orders/', { ...order, products: [line] })
    expect(status).toBe(201)
    expect({ all: await countFor(customer), soldOut: await soldOut() }).toEqual({
      all: before.all,
      soldOut: before.soldOut + 1,
    })
  })

  it('is not queried again while nothing changes', async () => {
    await countFor(customer)
    let page = 1
    // The notification of the last change arrives.
    await vi.waitFor(async () => {
      const counting = vi.spyOn(shop.database.publicDb, 'selectFrom')
      // Another page each time, as the response for the last one is cached.
      page += 1
      await customer.get(`/products/?page=${page}&page_size=1`)
      const asked = counting.mock.calls.length
      counting.mockRestore()
      // The products, without their count.
      expect(asked).toBe(1)
    })
  })
})
