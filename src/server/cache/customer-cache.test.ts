import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(engines)('responses cached for customers on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let ana: Client
  let beto: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    ana = await shop.signIn()
    beto = await shop.signIn()
  })
  afterAll(() => shop.close())

  const priced = (price: number) => [{ seed_count: 3, price, stock: 50 }]

  it('are made once for all of them, and sent as private', async () => {
    const { id } = await shop.hasProduct({ blisters: priced(1_000) })
    const first = await ana.get(`/products/${id}/`)
    await vi.waitFor(async () => {
      const asking = vi.spyOn(shop.database.publicDb, 'selectFrom')
      const again = await beto.get(`/products/${id}/`)
      const asked = asking.mock.calls.map(([table]) => JSON.stringify(table))
      asking.mockRestore()
      expect(again.body).toEqual(first.body)
      expect(asked.filter((table) => table.includes('products'))).toEqual([])
    })
    expect(first.headers['cache-control']).toBe('private, no-store')
    expect(first.headers['etag']).toBeUndefined()
  })

  it('have the new price right after a save, each of twenty times', async () => {
    const { id } = await shop.hasProduct({ blisters: priced(1_000) })
    for (let price = 1_001; price <= 1_020; price++) {
      await ana.get(`/products/${id}/`)
      const product = (await admin.get(`/products/${id}/`)).body
      const blisters = product.blisters.map((blister: object) => ({ ...blister, price }))
      expect((await admin.put(`/products/${id}/`, { ...product, blisters })).status).toBe(200)
      expect((await ana.get(`/products/${id}/`)).body.blisters[0].price).toBe(price)
    }
  })

  it('have the remaining stock right after an order', async () => {
    const product = await shop.hasProduct({ blisters: priced(1_000) })
    const line = { product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }
    for (let left = 49; left > 40; left--) {
      await ana.get(`/products/${product.id}/`)
      await ana.post('/orders/', {
        recipient_name: 'Ana Suárez',
        customer_phone: '1123456789',
        delivery_type: 'coordinate',
        products: [line],
      })
      expect((await beto.get(`/products/${product.id}/`)).body.blisters[0].stock).toBe(left)
    }
  })

  it('never reach a visitor, nor do those of visitors reach a customer', async () => {
    const { id } = await shop.hasProduct({ blisters: priced(73_511.37) })
    for (const address of [`/products/${id}/`, `/products/?ids=${id}`, `/products/?page=1&page_size=100`]) {
      expect((await ana.get(address)).text).toContain('73511.37')
      expect((await shop.anonymous.get(address)).text).not.toContain('73511')
      expect((await ana.get(address)).text).toContain('73511.37')
    }
  })
})
