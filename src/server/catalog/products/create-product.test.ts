import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastActivity } from '../../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { BLISTER, savedProduct } from '../../../../test/support/sales/products.ts'

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

  describe('POST /products/', () => {
    it('stores stock with its ledger, the price and an activity', async () => {
      const reply = await admin.post('/products/', {
        name: ' Luna ',
        type: 'regular',
        thc: 22,
        sativa: '40',
        blisters: [{ seed_count: '5', price: '100.5', stock: '7', discount: 100 }],
      })
      expect(reply.status).toBe(201)
      expect(reply.body).toMatchObject({
        name: 'Luna',
        type: 'reg',
        thc: '22',
        sativa: 40,
        stock: 7,
        version: 1,
        available: true,
        blisters: [{ seed_count: 5, price: 100.5, discount: 100, final_price: 0 }],
      })
      const id = reply.body.blisters[0].id
      expect(await shop.ledgerOf(id)).toBe(7)
      const activity = await lastActivity(shop.shop.db)
      expect(activity).toMatchObject({
        action: 'create',
        entity: 'product',
        entity_id: reply.body.id,
        user_id: admin.user?.id,
        description: 'Producto creado: Luna',
      })
      expect(activity.changes).toMatchObject({
        name: { before: null, after: 'Luna' },
        [`blisters.${id}.price`]: { after: 100.5 },
      })
    })

    it('creates one product for one Idempotency-Key', async () => {
      const product = { name: 'Doble Clic', type: 'fem', blisters: [BLISTER] }
      const send = (more = {}) =>
        admin.post('/products/', { ...product, ...more }, { 'idempotency-key': `product-${engine}` })
      const [first, second] = await Promise.all([send(), send()])
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
      expect((await admin.get('/products/?search=doble clic&page=1')).body.count).toBe(1)
      expect((await send({ name: 'Otro' })).body.code).toBe('IDEMPOTENCY_MISMATCH')
    })

    it('is for admins', async () => {
      const product = { name: 'X', type: 'fem' }
      expect((await shop.anonymous.post('/products/', product)).status).toBe(401)
      expect((await customer.post('/products/', product)).status).toBe(403)
    })

    it('finds a brand by its name, and refuses an unknown one', async () => {
      const brand = (await admin.post('/brands/', { name: 'Por Nombre', is_national: false })).body
      const known = await admin.post('/products/', { name: 'X', type: 'fem', brand: 'por nombre' })
      expect(known.body).toMatchObject({ brand_id: brand.id, brand: 'Por Nombre', is_national: false })
      const unknown = await admin.post('/products/', { name: 'X', type: 'fem', brand_id: 2147483647 })
      expect(unknown.status).toBe(400)
      expect(unknown.body.errors).toEqual({ brand_id: ['La marca no existe'] })
      expect(
        (await admin.post('/products/', { name: 'X', type: 'fem', brand: 'Nadie' })).body.errors,
      ).toEqual({ brand: ['La marca no existe'] })
    })

    it('gives merchandise one presentation of one unit', async () => {
      const shirt = await hasProduct({ type: 'merch', blisters: [{ ...BLISTER, seed_count: 12 }] })
      expect(shirt.blisters).toMatchObject([{ seed_count: 1, price: 10_000, stock: 10 }])
      expect(
        (await admin.post('/products/', { name: 'X', type: 'merch', blisters: [BLISTER, BLISTER] })).status,
      ).toBe(400)
      expect((await admin.post('/products/', { name: 'X', type: 'merch' })).status).toBe(400)
    })

    it.each([
      [{ name: '' }],
      [{ name: 'a\0b' }],
      [{ name: 'x'.repeat(101) }],
      [{ name: 5 }],
      [{ name: '\ud800' }],
      [{ type: 'tree' }],
      [{ type: null }],
      [{ image: 'https://elsewhere.example/x.webp' }],
      [{ image: '/media/product/../x/320.webp' }],
      [{ name: 'Puna \u202Eatlov' }],
      [{ sativa: 101 }],
      [{ description: 'x'.repeat(2001) }],
      [{ brand_id: '1' }],
      [{ brand_id: 2 ** 53 }],
      [{ highlighted: 'yes' }],
      [{ sowing: 'primavera' }],
      [{ blisters: 'many' }],
      [{ blisters: [{ ...BLISTER, stock: -1 }] }],
      [{ blisters: [{ ...BLISTER, stock: 1.5 }] }],
      [{ blisters: [{ ...BLISTER, stock: 1e12 }] }],
      [{ blisters: [{ ...BLISTER, price: -0.01 }] }],
      [{ blisters: [{ ...BLISTER, price: 1e300 }] }],
      [{ blisters: [{ ...BLISTER, price: 'NaN' }] }],
      [{ blisters: [{ ...BLISTER, seed_count: 0 }] }],
      [{ blisters: [{ ...BLISTER, price: 18_400.005 }] }],
      [{ blisters: [{ ...BLISTER, price: '18400.505' }] }],
      [{ blisters: [{ ...BLISTER, price: '12.500' }] }],
      [{ blisters: [{ ...BLISTER, price: '12,500.50' }] }],
      [{ blisters: [{ ...BLISTER, price: 1e-7 }] }],
      [{ blisters: [{ ...BLISTER, price: -0.01 }] }],
      [{ sativa: 33.333 }],
      [{ blisters: [{ ...BLISTER, discount: 99.995 }] }],
      [{ blisters: [{ ...BLISTER, discount: 1e-7 }] }],
      [{ blisters: [{ ...BLISTER, discount: '12.345' }] }],
      [{ blisters: [{ ...BLISTER, discount: -1 }] }],
      [{ blisters: [{ ...BLISTER, discount: 140 }] }],
      [{ blisters: [{ ...BLISTER, id: 'x' }] }],
      [{ blisters: [{ ...BLISTER, id: 2147483647 }] }],
      [{ blisters: Array.from({ length: 51 }, () => BLISTER) }],
    ])('refuses %j', async (wrong) => {
      const reply = await admin.post('/products/', { name: 'X', type: 'fem', blisters: [BLISTER], ...wrong })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'VALIDATION', errors: expect.anything() })
    })

    it('stores the largest price and the largest stock', async () => {
      const most = await hasProduct({
        blisters: [{ ...BLISTER, price: 99_999_999.99, stock: 1_000_000, discount: 33.33 }],
      })
      expect(most.blisters[0]).toMatchObject({
        price: 99_999_999.99,
        stock: 1_000_000,
        final_price: 66_669_999.99,
      })
    })
  })
})
