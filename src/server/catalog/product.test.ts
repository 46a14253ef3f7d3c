import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { inTransaction } from '../db/retry.ts'
import { returnStock, takeStock } from './catalog.ts'

interface Saved {
  id: number
  name: string
  version: number
  stock: number
  blisters: {
    id: number
    seed_count: number
    price: number
    discount: number
    final_price: number
    stock: number
  }[]
}

describe.each(engines)('products on %s', (engine) => {
  let shop: TestShop
  let customer: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    customer = await shop.signIn()
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  async function hasProduct(product: Record<string, unknown> = {}): Promise<Saved> {
    return (await admin.get(`/products/${(await shop.hasProduct(product)).id}/`)).body
  }

  /** As an order does: through the verb, in a transaction. */
  async function take(product: Saved, quantity: number, index = 0): Promise<void> {
    const lines = [{ blisterId: product.blisters[index]?.id ?? 0, productId: product.id, quantity }]
    await inTransaction(shop.shop.db, (tx) =>
      takeStock(tx, { lines, reason: 'order', orderId: 1, userId: null, at: shop.clock.now() }),
    )
  }

  async function lastActivity() {
    return shop.shop.db.selectFrom('activity_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  }

  const blister = { seed_count: 3, price: 10_000, stock: 10, discount: 0 }

  describe('GET /products/{id}/', () => {
    it('shows a visitor no price and a customer the final price', async () => {
      const { id } = await hasProduct({ blisters: [{ ...blister, price: 12_345.67, discount: 15 }] })
      const seen = await shop.anonymous.get(`/products/${id}/`)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toContain('price')
      expect(seen.body.blisters[0]).toEqual({ id: expect.any(Number), seed_count: 3, stock: 10 })
      expect((await customer.get(`/products/${id}/`)).body.blisters[0]).toMatchObject({
        price: 12_345.67,
        discount: 15,
        final_price: 10_493.82,
      })
    })

    it('hides what is not available: the same answer as for what never was', async () => {
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
    it('tells visitors the stock and customers the price', async () => {
      const product = await hasProduct()
      const path = `/products/blisters/${product.blisters[0]?.id}/`
      const seen = (await shop.anonymous.get(path)).body
      expect(seen).toEqual({ id: product.blisters[0]?.id, seed_count: 3, stock: 10, product_id: product.id })
      expect((await customer.get(path)).body).toEqual({
        ...seen,
        price: 18_400,
        discount: 0,
        final_price: 18_400,
      })
    })
  })

  describe('GET /products/{id}/related/', () => {
    it('gives four of the same brand, the same type and the most similar first', async () => {
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
        (product: Saved) => product.name,
      )
      expect(names).toEqual(['Puna Violeta II', 'Lejana', 'Otra'])
      await of('Quinta', 'auto')
      await of('Sexta', 'auto')
      expect((await shop.anonymous.get(`/products/${asked.id}/related/`)).body).toHaveLength(4)
    })

    it('gives none when there is no brand', async () => {
      const { id } = await hasProduct()
      expect((await shop.anonymous.get(`/products/${id}/related/`)).body).toEqual([])
    })
  })

  describe('POST /products/', () => {
    it('stores stock with its ledger, the price and an activity', async () => {
      const reply = await admin.post('/products/', {
        name: ' Luna ',
        type: 'regular',
        thc: 22,
        sativa: '40',
        blisters: [{ seed_count: '5', price: '100.5', stock: '7', discount: 140 }],
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
      const activity = await lastActivity()
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

    it('is for admins', async () => {
      const product = { name: 'X', type: 'fem' }
      expect((await shop.anonymous.post('/products/', product)).status).toBe(401)
      expect((await customer.post('/products/', product)).status).toBe(403)
    })

    it('knows a brand by its name, and refuses an unknown one', async () => {
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

    it('makes merchandise one unit, and refuses two presentations of it', async () => {
      const shirt = await hasProduct({ type: 'merch', blisters: [{ ...blister, seed_count: 12 }] })
      expect(shirt.blisters).toMatchObject([{ seed_count: 1, price: 10_000, stock: 10 }])
      expect(
        (await admin.post('/products/', { name: 'X', type: 'merch', blisters: [blister, blister] })).status,
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
      [{ sativa: 101 }],
      [{ description: 'x'.repeat(2001) }],
      [{ brand_id: '1' }],
      [{ brand_id: 2 ** 53 }],
      [{ highlighted: 'yes' }],
      [{ blisters: 'many' }],
      [{ blisters: [{ ...blister, stock: -1 }] }],
      [{ blisters: [{ ...blister, stock: 1.5 }] }],
      [{ blisters: [{ ...blister, stock: 1e12 }] }],
      [{ blisters: [{ ...blister, price: -0.01 }] }],
      [{ blisters: [{ ...blister, price: 1e300 }] }],
      [{ blisters: [{ ...blister, price: 'NaN' }] }],
      [{ blisters: [{ ...blister, seed_count: 0 }] }],
      [{ blisters: [{ ...blister, id: 'x' }] }],
      [{ blisters: [{ ...blister, id: 2147483647 }] }],
      [{ blisters: Array.from({ length: 51 }, () => blister) }],
    ])('refuses %j', async (wrong) => {
      const reply = await admin.post('/products/', { name: 'X', type: 'fem', blisters: [blister], ...wrong })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'VALIDATION', errors: expect.anything() })
    })

    it('keeps the largest price and the largest stock', async () => {
      const most = await hasProduct({
        blisters: [{ ...blister, price: 99_999_999.99, stock: 1_000_000, discount: 33.33 }],
      })
      expect(most.blisters[0]).toMatchObject({
        price: 99_999_999.99,
        stock: 1_000_000,
        final_price: 66_669_999.99,
      })
    })
  })

  describe('PUT /products/{id}/', () => {
    it('takes back what was read, whole, and changes nothing but the version', async () => {
      const read = await hasProduct({ blisters: [blister, { ...blister, seed_count: 5 }] })
      const saved = await admin.put(`/products/${read.id}/`, read)
      expect(saved.status).toBe(200)
      expect(saved.body).toEqual({ ...read, version: read.version + 1 })
      expect((await lastActivity()).changes).toEqual({})
    })

    it('adds, changes and removes presentations by id, with the ledger', async () => {
      const before = await hasProduct({ blisters: [blister, { ...blister, seed_count: 5, stock: 4 }] })
      const [small, large] = before.blisters
      const saved = await admin.put(`/products/${before.id}/`, {
        ...before,
        blisters: [
          { ...small, price: 12_000, stock: 12 },
          { seed_count: 10, price: 30_000, stock: 3 },
        ],
      })
      expect(saved.body.blisters).toMatchObject([
        { id: small?.id, price: 12_000, stock: 12 },
        { seed_count: 10, stock: 3 },
      ])
      const added = saved.body.blisters[1].id
      for (const [id, stock] of [
        [small?.id, 12],
        [large?.id, 0],
        [added, 3],
      ]) {
        expect(await shop.stockOf(id)).toBe(stock)
        expect(await shop.ledgerOf(id)).toBe(stock)
      }
      expect((await lastActivity()).changes).toEqual({
        [`blisters.${small?.id}.price`]: { before: 10_000, after: 12_000 },
        [`blisters.${small?.id}.stock`]: { before: 10, after: 12 },
        ...Object.fromEntries(
          Object.entries({ seed_count: 5, price: 10_000, discount: 0, stock: 4 }).map(([field, was]) => [
            `blisters.${large?.id}.${field}`,
            { before: was, after: null },
          ]),
        ),
        ...Object.fromEntries(
          Object.entries({ seed_count: 10, price: 30_000, discount: 0, stock: 3 }).map(([field, is]) => [
            `blisters.${added}.${field}`,
            { before: null, after: is },
          ]),
        ),
      })
      expect((await customer.get(`/products/blisters/${large?.id}/`)).status).toBe(404)
    })

    it('applies the difference of stock, so that what was sold meanwhile stays sold', async () => {
      const read = await hasProduct()
      const id = read.blisters[0]?.id ?? 0
      await take(read, 4)
      const saved = await admin.put(`/products/${read.id}/`, {
        ...read,
        blisters: [{ ...read.blisters[0], stock: 15, stock_loaded: 10 }],
      })
      expect(saved.body.blisters[0].stock).toBe(11)
      expect(await shop.ledgerOf(id)).toBe(11)

      const refused = await admin.put(`/products/${read.id}/`, {
        ...saved.body,
        name: 'No',
        blisters: [{ ...read.blisters[0], stock: 0, stock_loaded: 12 }],
      })
      expect(refused.status).toBe(409)
      expect(refused.body.code).toBe('CONFLICT')
      expect(refused.body.error).toContain('ahora quedan 11')
      expect((await admin.get(`/products/${read.id}/`)).body).toEqual(saved.body)
    })

    it('refuses an old version and saves without one', async () => {
      const read = await hasProduct()
      expect((await admin.put(`/products/${read.id}/`, { ...read, name: 'Primera' })).status).toBe(200)
      const late = await admin.put(`/products/${read.id}/`, { ...read, name: 'Segunda' })
      expect(late.status).toBe(409)
      expect(late.body.code).toBe('STALE')
      expect(late.body.error).toMatch(/^Otra persona guardó este producto/)
      const { version: _, ...without } = read
      expect((await admin.put(`/products/${read.id}/`, { ...without, name: 'Tercera' })).body).toMatchObject({
        name: 'Tercera',
        version: 3,
      })
    })

    it('is not made stale by an order', async () => {
      const read = await hasProduct()
      await take(read, 1)
      expect((await admin.put(`/products/${read.id}/`, read)).status).toBe(200)
    })

    it('refuses a presentation of another product or one that is gone', async () => {
      const [one, other] = [await hasProduct(), await hasProduct()]
      const foreign = await admin.put(`/products/${one.id}/`, { ...one, blisters: other.blisters })
      expect(foreign.status).toBe(400)
      expect(foreign.body.errors.blisters).toHaveLength(1)
      expect(await shop.stockOf(other.blisters[0]?.id ?? 0)).toBe(10)
      expect(await shop.stockOf(one.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('follows the nationality of its brand unless it has its own', async () => {
      const brand = (await admin.post('/brands/', { name: `Nacional ${engine}`, is_national: true })).body
      const product = await hasProduct({ brand_id: brand.id })
      await admin.put(`/products/${product.id}/`, product)
      await admin.put(`/brands/${brand.id}/`, { ...brand, is_national: false })
      expect((await admin.get(`/products/${product.id}/`)).body.is_national).toBe(false)
      await admin.put(`/products/${product.id}/`, { ...product, version: undefined, is_national: true })
      expect((await admin.get(`/products/${product.id}/`)).body.is_national).toBe(true)
    })

    it('is seen by visitors at once', async () => {
      const read = await hasProduct()
      expect((await shop.anonymous.get(`/products/${read.id}/`)).body.name).toBe(read.name)
      await admin.put(`/products/${read.id}/`, { ...read, name: 'Nombre Nuevo' })
      await expect
        .poll(async () => (await shop.anonymous.get(`/products/${read.id}/`)).body.name)
        .toBe('Nombre Nuevo')
    })
  })

  describe('PATCH /products/{id}/', () => {
    it('switches one flag, logs it and makes open forms stale', async () => {
      const read = await hasProduct()
      const patched = await admin.patch(`/products/${read.id}/`, { highlighted: true })
      expect(patched.body).toEqual({ ...read, highlighted: true, version: 2 })
      expect((await lastActivity()).changes).toEqual({ highlighted: { before: false, after: true } })
      expect((await admin.put(`/products/${read.id}/`, read)).status).toBe(409)
    })

    it('refuses nothing, nonsense and what is no flag', async () => {
      const { id } = await hasProduct()
      for (const body of [{}, { available: 'no' }, { name: 'X' }])
        expect((await admin.patch(`/products/${id}/`, body)).status).toBe(400)
      expect((await admin.patch('/products/2147483647/', { available: true })).status).toBe(404)
    })
  })

  describe('DELETE /products/{id}/', () => {
    it('hides product and presentations, and empties the ledger', async () => {
      const product = await hasProduct()
      const id = product.blisters[0]?.id ?? 0
      expect((await admin.delete(`/products/${product.id}/`)).status).toBe(204)
      expect((await admin.get(`/products/${product.id}/`)).status).toBe(404)
      expect((await admin.delete(`/products/${product.id}/`)).status).toBe(404)
      expect((await admin.put(`/products/${product.id}/`, product)).status).toBe(404)
      expect([await shop.stockOf(id), await shop.ledgerOf(id)]).toEqual([0, 0])
      await expect(take(product, 1)).rejects.toMatchObject({
        code: 'OUT_OF_STOCK',
        facts: { lines: [{ available: 0 }] },
      })
      expect(await lastActivity()).toMatchObject({
        action: 'delete',
        description: `Producto eliminado: ${product.name}`,
      })
    })
  })

  describe('takeStock', () => {
    it('takes everything or nothing, and names all that is short', async () => {
      const plenty = await hasProduct({ name: 'Alcanza' })
      const few = await hasProduct({ name: 'Poca', blisters: [{ ...blister, stock: 1 }] })
      const none = await hasProduct({ name: 'Nada', blisters: [{ ...blister, stock: 0 }] })
      const lines = [few, none, plenty].map((product) => ({
        productId: product.id,
        blisterId: product.blisters[0]?.id ?? 0,
        quantity: 2,
      }))
      const cause = { reason: 'order' as const, orderId: 1, userId: null, at: shop.clock.now() }
      await expect(
        inTransaction(shop.shop.db, (tx) => takeStock(tx, { lines, ...cause })),
      ).rejects.toMatchObject({
        code: 'OUT_OF_STOCK',
        message:
          'No hay suficiente stock de Poca. Stock disponible: 1. No hay suficiente stock de Nada. Stock disponible: 0',
        facts: {
          lines: [
            { name: 'Poca', available: 1 },
            { name: 'Nada', available: 0 },
          ],
        },
      })
      for (const { blisterId } of lines)
        expect(await shop.stockOf(blisterId)).toBe(await shop.ledgerOf(blisterId))
      expect(await shop.stockOf(plenty.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('is undone by returnStock, ledger included, also when the presentation is gone', async () => {
      const product = await hasProduct()
      const blisterId = product.blisters[0]?.id ?? 0
      await take(product, 3)
      await admin.delete(`/products/${product.id}/`)
      await inTransaction(shop.shop.db, (tx) =>
        returnStock(tx, {
          lines: [{ blisterId, quantity: 3 }],
          reason: 'cancelled',
          orderId: 1,
          userId: null,
          at: shop.clock.now(),
        }),
      )
      expect([await shop.stockOf(blisterId), await shop.ledgerOf(blisterId)]).toEqual([3, 3])
    })

    it('sells the last units once, however many want them', async () => {
      for (const stock of [1, 10, 37]) {
        const product = await hasProduct({ blisters: [{ ...blister, stock }] })
        const results = await Promise.allSettled(Array.from({ length: 100 }, () => take(product, 1)))
        const sold = results.filter(({ status }) => status === 'fulfilled').length
        const reasons = results.flatMap((result) =>
          result.status === 'rejected' ? [result.reason.code] : [],
        )
        expect(sold).toBe(stock)
        expect(new Set(reasons)).toEqual(new Set(['OUT_OF_STOCK']))
        const id = product.blisters[0]?.id ?? 0
        expect([await shop.stockOf(id), await shop.ledgerOf(id)]).toEqual([0, 0])
      }
    })

    it('never loses a sale to a save, nor a save to a sale', async () => {
      const read = await hasProduct({ blisters: [{ ...blister, stock: 100 }] })
      const { version: _, ...form } = read
      const save = () =>
        admin.put(`/products/${read.id}/`, {
          ...form,
          blisters: [{ ...read.blisters[0], stock: 101, stock_loaded: 100 }],
        })
      const [saves] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, save)),
        Promise.all(Array.from({ length: 40 }, () => take(read, 1))),
      ])
      expect(saves.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      const id = read.blisters[0]?.id ?? 0
      expect([await shop.stockOf(id), await shop.ledgerOf(id)]).toEqual([70, 70])
    })
  })
})
