import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { listRenamedBrands } from './brand-queries.ts'
import { renewSearchTexts } from '../search/renew-search-texts.ts'

describe.each(enginesOf(import.meta.filename))('brands on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const create = async (brand: Record<string, unknown>) => (await admin.post('/brands/', brand)).body

  it('have id and name under both field names', async () => {
    const reply = await admin.post('/brands/', { brand_name: 'Altura', description: 'De la puna' })
    expect(reply.status).toBe(201)
    const { id } = reply.body
    expect(reply.body).toEqual({
      id,
      brand_id: id,
      name: 'Altura',
      brand_name: 'Altura',
      description: 'De la puna',
      image: null,
      is_national: true,
      created_at: expect.any(String),
      total_products: 0,
      total_stock: 0,
      version: 1,
    })
    const { version: _, ...shown } = reply.body
    expect((await shop.anonymous.get(`/brands/${id}/`)).body).toEqual(shown)
  })

  it('are created once for one Idempotency-Key, without a refusal of the name', async () => {
    const send = () =>
      admin.post('/brands/', { name: 'Doble Clic' }, { 'idempotency-key': `brand-${engine}` })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  })

  it('take a new name in either of its fields', async () => {
    const read = await create({ name: 'Dos nombres' })
    const save = async (more: object) =>
      (await admin.put(`/brands/${read.id}/`, { ...read, version: undefined, ...more })).body
    expect((await save({ name: 'Por uno' })).brand_name).toBe('Por uno')
    expect((await save({ name: 'Por uno', brand_name: 'Por otro' })).name).toBe('Por otro')
    expect((await save({ name: '', brand_name: 'Por otro' })).name).toBe('Por otro')
  })

  it('count their products: for visitors only those they see', async () => {
    const { id } = await create({ name: 'Contada' })
    const blister = { seed_count: 3, price: 1, stock: 4, discount: 0 }
    await shop.hasProduct({ brand_id: id, blisters: [blister, { ...blister, seed_count: 5 }] })
    await shop.hasProduct({ brand_id: id, blisters: [] })
    await shop.hasProduct({ brand_id: id, available: false, blisters: [blister] })
    expect((await shop.anonymous.get(`/brands/${id}/`)).body).toMatchObject({
      total_products: 2,
      total_stock: 8,
    })
    expect((await admin.get(`/brands/${id}/`)).body).toMatchObject({ total_products: 3, total_stock: 12 })
    expect((await admin.get('/brands/')).body.find((brand: { id: number }) => brand.id === id)).toMatchObject(
      { total_products: 3, total_stock: 12 },
    )
  })

  async function names(query: string): Promise<string[]> {
    return (await shop.anonymous.get(`/brands/${query}`)).body.map((brand: { name: string }) => brand.name)
  }

  it('are listed by name, also of one nationality', async () => {
    await create({ name: 'árida', is_national: false })
    await create({ name: 'Zonda', is_national: false })
    expect((await names('')).slice(0, 2)).toEqual(['Altura', 'árida'])
    expect(await names('?is_national=false')).toEqual(['árida', 'Zonda'])
    expect(await names('?is_national=true')).not.toContain('Zonda')
    expect((await names('?is_national=x')).length).toBeGreaterThan(2)
  })

  it('have unique names', async () => {
    await create({ name: 'Única' })
    const other = await create({ name: 'Otra' })
    const [created, renamed, lookalike] = [
      await admin.post('/brands/', { name: 'Única' }),
      await admin.put(`/brands/${other.id}/`, { name: 'Única' }),
      await admin.post('/brands/', { name: 'U\u0301nica\u200B' }),
    ]
    for (const reply of [created, renamed, lookalike]) {
      expect(reply.status).toBe(409)
      expect(reply.body).toMatchObject({
        code: 'DUPLICATE',
        errors: { brand_name: ['Ya existe una marca con ese nombre'] },
      })
    }
  })

  it('are found by a new name immediately', async () => {
    const brand = await create({ name: 'Viejonombre' })
    await shop.hasProduct({ name: 'Buscada', brand_id: brand.id })
    const found = async (search: string) =>
      (await shop.anonymous.get(`/products/?search=${search}`)).body.length
    expect(await found('viejonombre')).toBe(1)
    expect((await admin.put(`/brands/${brand.id}/`, { ...brand, brand_name: 'Pehuén' })).body.name).toBe(
      'Pehuén',
    )
    expect(await found('pehuen')).toBe(1)
    expect(await found('viejonombre')).toBe(0)
  })

  it('of many products answer first, and are found by the new name soon, also after a crash', async () => {
    const brand = await create({ name: 'Muchísimas' })
    await sql`insert into products (name, type, brand_id, search_text, created_at)
      select 'P' || i, 'fem', ${brand.id}, 'p' || i || e'\n\n\nmuchisimas\n\n', now()
      from generate_series(1, 450) as i`.execute(shop.shop.db)
    const left = async (word: string) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from products
        where brand_id = ${brand.id} and search_text like ${`%${word}%`}`.execute(shop.shop.db)
      return rows[0]?.count
    }
    await admin.put(`/brands/${brand.id}/`, { name: 'Incontables' })
    await expect.poll(() => left('incontables')).toBe(450)

    await sql`update brands set name = 'Infinitas', is_renamed = true, version = version + 1 where id = ${brand.id}`.execute(
      shop.shop.db,
    )
    await renewSearchTexts(shop.shop)
    expect(await left('infinitas')).toBe(450)
    expect(await listRenamedBrands(shop.shop.db)).toEqual([])

    // There and back, while several renewals run.
    for (const name of ['Ida', 'Vuelta', 'Ida', 'Vuelta', 'Ida']) {
      await admin.put(`/brands/${brand.id}/`, { name })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    await expect.poll(() => listRenamedBrands(shop.shop.db)).toEqual([])
    expect([await left('ida'), await left('vuelta')]).toEqual([450, 0])
  })

  it('are not overwritten by a form that was opened before; nothing changed is no activity', async () => {
    const brand = await create({ name: 'De dos' })
    const path = `/brands/${brand.id}/`
    const first = await admin.put(path, { ...brand, description: 'Una' })
    expect(first.body).toMatchObject({ description: 'Una', version: brand.version + 1 })
    const second = await admin.put(path, { ...brand, is_national: false })
    expect([second.status, second.body.code]).toEqual([409, 'STALE'])
    expect((await admin.put(path, first.body)).body.version).toBe(first.body.version)
    // Older clients send none.
    expect((await admin.put(path, { name: 'De dos', description: 'Otra' })).status).toBe(200)
    const log = (await admin.get(`/activity-logs/?entity=brand&entity_id=${brand.id}`)).body.results
    expect(log).toHaveLength(3)
  })

  it('keep what an update does not send', async () => {
    const read = await create({ name: 'Lejana', description: 'De afuera', is_national: false })
    const renamed = await admin.put(`/brands/${read.id}/`, { brand_name: 'Cercana' })
    expect(renamed.body).toEqual({ ...read, name: 'Cercana', brand_name: 'Cercana', version: 2 })
    expect((await admin.put(`/brands/${read.id}/`, { description: null })).status).toBe(400)
    const emptied = await admin.put(`/brands/${read.id}/`, { name: 'Cercana', description: null })
    expect(emptied.body.description).toBe('')
  })

  it('can be deleted once they have no products', async () => {
    const { id } = await create({ name: 'En uso' })
    const product = await shop.hasProduct({ brand_id: id })
    const refused = await admin.delete(`/brands/${id}/`)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'IN_USE',
      error: 'No se puede eliminar la marca: tiene 1 producto',
    })
    await admin.delete(`/products/${product.id}/`)
    expect((await admin.delete(`/brands/${id}/`)).status).toBe(204)
    expect((await admin.get(`/brands/${id}/`)).status).toBe(404)
    expect((await admin.delete(`/brands/${id}/`)).status).toBe(404)
  })

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: '\u200b' }],
    [{ name: 'Invisible', brand_name: '\u2800' }],
    [{ name: 'a\0' }],
    [{ name: 'a\u202Eb' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: 'X', image: 'https://a.example/x.webp' }],
    [{ name: 'X', is_national: 'si' }],
  ])('refuse %j', async (wrong) => {
    expect((await admin.post('/brands/', wrong)).status).toBe(400)
  })

  it('are changed by admins only', async () => {
    const customer = await shop.signIn()
    const { id } = await create({ name: 'Ajena' })
    for (const [client, status] of [
      [shop.anonymous, 401],
      [customer, 403],
    ] as const) {
      expect((await client.post('/brands/', { name: 'Y' })).status).toBe(status)
      expect((await client.put(`/brands/${id}/`, { name: 'Y' })).status).toBe(status)
      expect((await client.delete(`/brands/${id}/`)).status).toBe(status)
    }
  })
})
