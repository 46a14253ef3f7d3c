import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastActivity } from '../../../../test/support/people/activity.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import {
  BLISTER,
  type SavedProduct,
  savedProduct,
  takeUnits,
} from '../../../../test/support/sales/products.ts'

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
  const take = (product: SavedProduct, quantity: number) => takeUnits(shop, product, quantity)

  describe('PUT /products/{id}/', () => {
    it('accepts a product as it was read, and changes only the version', async () => {
      const read = await hasProduct({ blisters: [BLISTER, { ...BLISTER, seed_count: 5 }] })
      const saved = await admin.put(`/products/${read.id}/`, read)
      expect(saved.status).toBe(200)
      expect(saved.body).toEqual({ ...read, version: read.version + 1 })
      expect((await lastActivity(shop.shop.db)).action).toBe('create')
    })

    it('keeps presentations without a list, and removes all with an empty one', async () => {
      const { blisters, version: _version, ...rest } = await hasProduct({ blisters: [BLISTER] })
      const renamed = await admin.put(`/products/${rest.id}/`, { ...rest, name: 'Sin hablar de stock' })
      expect([renamed.status, renamed.body.name]).toEqual([200, 'Sin hablar de stock'])
      expect(renamed.body.blisters).toEqual(blisters)
      expect((await lastActivity(shop.shop.db)).changes).toEqual({ name: expect.anything() })
      expect((await admin.put(`/products/${rest.id}/`, { ...rest, blisters: [] })).body.blisters).toEqual([])
    })

    it('keeps switches and fields that older clients do not know', async () => {
      const kept = {
        available: false,
        highlighted: true,
        limited_edition: true,
        sowing: 'Octubre a diciembre',
        difficulty: 'Media',
        places: 'Interior',
        zones: 'Norte, Cuyo',
        inase_name: 'Puna',
        inase_number: '12345',
      }
      const { id } = await hasProduct(kept)
      const saved = await admin.put(`/products/${id}/`, { name: 'Sin llaves', type: 'fem' })
      expect([saved.status, saved.body.name]).toEqual([200, 'Sin llaves'])
      expect(saved.body).toMatchObject(kept)
    })

    it('adds, changes and removes presentations by id, with the ledger', async () => {
      const before = await hasProduct({ blisters: [BLISTER, { ...BLISTER, seed_count: 5, stock: 4 }] })
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
      expect((await lastActivity(shop.shop.db)).changes).toEqual({
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

    it('applies the difference of stock, so that units sold since loading stay sold', async () => {
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

    it('refuses a presentation of another product and a removed one', async () => {
      const [one, other] = [await hasProduct(), await hasProduct()]
      const foreign = await admin.put(`/products/${one.id}/`, { ...one, blisters: other.blisters })
      expect(foreign.status).toBe(400)
      expect(foreign.body.errors.blisters).toHaveLength(1)
      expect(await shop.stockOf(other.blisters[0]?.id ?? 0)).toBe(10)
      expect(await shop.stockOf(one.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('has the nationality of its brand unless it has its own', async () => {
      const brand = (await admin.post('/brands/', { name: `Nacional ${engine}`, is_national: true })).body
      const product = await hasProduct({ brand_id: brand.id })
      await admin.put(`/products/${product.id}/`, product)
      await admin.put(`/brands/${brand.id}/`, { ...brand, is_national: false })
      expect((await admin.get(`/products/${product.id}/`)).body.is_national).toBe(false)
      await admin.put(`/products/${product.id}/`, { ...product, version: undefined, is_national: true })
      expect((await admin.get(`/products/${product.id}/`)).body.is_national).toBe(true)
    })

    it('takes the nationality of another brand, unless it has its own', async () => {
      const brandOf = async (name: string, is_national: boolean) =>
        (await admin.post('/brands/', { name: `${name} ${engine}`, is_national })).body.id
      const [home, abroad] = [await brandOf('Salar', true), await brandOf('Fjord', false)]
      const read = await hasProduct({ brand_id: home })
      const save = async (more: object) =>
        (await admin.put(`/products/${read.id}/`, { ...read, version: undefined, ...more })).body.is_national
      expect(await save({ brand_id: abroad })).toBe(false)
      expect(await save({ brand_id: home, is_national: false })).toBe(true)
      expect(await save({ brand_id: home, is_national: false })).toBe(false)
      expect(await save({ brand_id: null, is_national: false })).toBe(false)
    })

    it('is visible to visitors immediately', async () => {
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
      expect((await lastActivity(shop.shop.db)).changes).toEqual({
        highlighted: { before: false, after: true },
      })
      expect((await admin.put(`/products/${read.id}/`, read)).status).toBe(409)
    })

    it('without a change is no activity', async () => {
      const read = await hasProduct()
      const patched = await admin.patch(`/products/${read.id}/`, { highlighted: false })
      expect(patched.body).toEqual(read)
      expect((await lastActivity(shop.shop.db)).action).toBe('create')
    })

    it('refuses a changed price or stock together with a flag', async () => {
      const read = await hasProduct()
      const path = `/products/${read.id}/`
      for (const change of [
        { price: 5 },
        { discount: 0 },
        { final_price: 5 },
        { stock: read.stock + 1 },
        { blisters: [] },
        { blisters: read.blisters.map((blister: object) => ({ ...blister, price: 1 })) },
      ]) {
        const [field = ''] = Object.keys(change)
        const { status, body } = await admin.patch(path, { highlighted: true, ...change })
        expect([change, status]).toEqual([change, 400])
        expect(body.errors).toEqual({ [field]: ['Eso no se cambia acá: se guarda con PUT /products/{id}/'] })
      }
      expect((await admin.get(path)).body.highlighted).toBe(false)
      expect((await admin.patch(path, { ...read, highlighted: true })).body.highlighted).toBe(true)
      expect((await admin.patch(path, { stock: read.stock })).status).toBe(400)
    })

    it('refuses an empty body, wrong values and other fields', async () => {
      const { id } = await hasProduct()
      for (const body of [{}, { available: 'no' }, { name: 'X' }])
        expect((await admin.patch(`/products/${id}/`, body)).status).toBe(400)
      expect((await admin.patch('/products/2147483647/', { available: true })).status).toBe(404)
    })
  })

  describe('DELETE /products/{id}/', () => {
    it('hides product and presentations, and takes their stock out through the ledger', async () => {
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
      expect(await lastActivity(shop.shop.db)).toMatchObject({
        action: 'delete',
        description: `Producto eliminado: ${product.name}`,
      })
    })
  })
})
