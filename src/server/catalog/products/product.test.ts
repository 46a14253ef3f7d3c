import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { BLISTER, type SavedProduct, savedProduct } from '../../../../test/support/sales/products.ts'

describe.each(enginesOf(import.meta.filename))('products on %s', (engine) => {
  let shop: TestShop
  let customer: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    customer = await shop.signIn()
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const hasProduct = (product?: Record<string, unknown>) => savedProduct(shop, admin, product)

  describe('GET /products/{id}/', () => {
    it('shows a visitor no price and a customer the final price', async () => {
      const { id } = await hasProduct({ blisters: [{ ...BLISTER, price: 12_345.67, discount: 15 }] })
      const seen = await shop.anonymous.get(`/products/${id}/`)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toContain('price')
      expect(seen.body.blisters[0]).toEqual({
        id: expect.any(Number),
        seed_count: 3,
        size: '',
        stock: 10,
        image: null,
      })
      expect((await customer.get(`/products/${id}/`)).body.blisters[0]).toMatchObject({
        price: 12_345.67,
        discount: 15,
        final_price: 10_493.82,
      })
    })

    it('answers a hidden product like an unknown one', async () => {
      const hidden = await hasProduct({ available: false })
      const blisterId = hidden.blisters[0]?.id
      for (const client of [shop.anonymous, customer]) {
        const reply = await client.get(`/products/${hidden.id}/`)
        const missing = await client.get('/products/2147483647/')
        expect(reply.status).toBe(404)
        expect({ ...reply.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
        expect(reply.body.error).toBe('Producto no encontrado')
        expect((await client.get(`/products/${hidden.id}/related/`)).status).toBe(404)
        expect((await client.get(`/products/blisters/${blisterId}/`)).status).toBe(404)
      }
      expect((await admin.get(`/products/${hidden.id}/`)).status).toBe(200)
      expect((await admin.get(`/products/blisters/${blisterId}/`)).status).toBe(200)
    })

    it.each(['0', '-1', '1.5', 'abc', '2147483648', '9223372036854775808', '1e3000', '%00', "1'"])(
      '%s is a 404',
      async (id) => {
        expect((await shop.anonymous.get(`/products/${id}/`)).status).toBe(404)
        expect((await shop.anonymous.get(`/products/blisters/${id}/`)).status).toBe(404)
        expect((await admin.delete(`/products/${id}/`)).status).toBe(404)
      },
    )
  })

  describe('GET /products/blisters/{id}/', () => {
    it('shows visitors the stock and customers also the price', async () => {
      const product = await hasProduct()
      const path = `/products/blisters/${product.blisters[0]?.id}/`
      const seen = (await shop.anonymous.get(path)).body
      expect(seen).toEqual({
        id: product.blisters[0]?.id,
        seed_count: 3,
        size: '',
        stock: 10,
        image: null,
        product_id: product.id,
      })
      expect((await customer.get(path)).body).toEqual({
        ...seen,
        price: 18_400,
        discount: 0,
        final_price: 18_400,
      })
    })
  })

  describe('GET /products/{id}/related/', () => {
    it('returns four of the same brand, same type and most similar first', async () => {
      const brand = (await admin.post('/brands/', { name: 'Parientes' })).body.id
      const of = (name: string, type: string, more = {}) =>
        hasProduct({ name, type, brand_id: brand, ...more })
      const asked = await of('Puna Violeta', 'fem')
      await of('Otra', 'auto')
      await of('Puna Violeta II', 'fem')
      await of('Lejana', 'fem')
      await of('Escondida', 'fem', { available: false })
      await hasProduct({ name: 'Puna Violeta de otros' })
      const names = (await shop.anonymous.get(`/products/${asked.id}/related/`)).body.map(
        (product: SavedProduct) => product.name,
      )
      expect(names).toEqual(['Puna Violeta II', 'Lejana', 'Otra'])
      await of('Quinta', 'auto')
      await of('Sexta', 'auto')
      expect((await shop.anonymous.get(`/products/${asked.id}/related/`)).body).toHaveLength(4)
    })

    it('returns none for a product without a brand', async () => {
      const { id } = await hasProduct()
      expect((await shop.anonymous.get(`/products/${id}/related/`)).body).toEqual([])
    })
  })
})
