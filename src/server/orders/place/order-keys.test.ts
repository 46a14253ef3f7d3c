import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { RECIPIENT } from '../../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('POST /orders/ with an Idempotency-Key on %s', (engine) => {
  let shop: TestShop
  let ana: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    ana = await shop.signIn()
  })
  afterAll(() => shop.close())

  async function onSale(stock = 10) {
    const product = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1000, stock, discount: 10 }] })
    const [blister] = product.blisters
    if (!blister) throw new Error('No blister')
    return { blister, item: { product_id: product.id, blister_id: blister.id, quantity: 2 } }
  }

  it('returns the first response again for a day', async () => {
    const { blister, item } = await onSale()
    const body = { ...RECIPIENT, products: [item] }
    const key = { 'idempotency-key': 'b9a2-1' }
    const first = await ana.post('/orders/', body, key)
    const second = await ana.post('/orders/', body, key)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(await shop.stockOf(blister.id)).toBe(8)
  })

  it('refuses another body under the same key', async () => {
    const { blister, item } = await onSale()
    const key = { 'idempotency-key': 'b9a2-2' }
    await ana.post('/orders/', { ...RECIPIENT, products: [item] }, key)
    const reply = await ana.post('/orders/', { ...RECIPIENT, products: [{ ...item, quantity: 3 }] }, key)
    expect([reply.status, reply.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    expect(await shop.stockOf(blister.id)).toBe(8)
  })

  it('separates the keys of two people, and stores none of a refused order', async () => {
    const { blister, item } = await onSale(3)
    const key = { 'idempotency-key': 'b9a2-3' }
    const bruno = await shop.signIn()
    expect(
      (await ana.post('/orders/', { ...RECIPIENT, products: [{ ...item, quantity: 9 }] }, key)).status,
    ).toBe(409)
    expect((await ana.post('/orders/', { ...RECIPIENT, products: [item] }, key)).status).toBe(201)
    expect(
      (await bruno.post('/orders/', { ...RECIPIENT, products: [{ ...item, quantity: 1 }] }, key)).status,
    ).toBe(201)
    expect(await shop.stockOf(blister.id)).toBe(0)
  })

  it.each(['x'.repeat(201), 'with space', 'eñe'])('refuses the key %j', async (key) => {
    const { item } = await onSale()
    const reply = await ana.post('/orders/', { ...RECIPIENT, products: [item] }, { 'idempotency-key': key })
    expect(reply.status).toBe(400)
  })
})
