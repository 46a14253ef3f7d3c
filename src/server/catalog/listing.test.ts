import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const blister = (seed_count: number, price: number, stock: number, discount = 0) => ({
  seed_count,
  price,
  stock,
  discount,
})

async function names(client: Client, query: string): Promise<string[]> {
  const { status, body } = await client.get(`/products/${query}`)
  expect(status).toBe(200)
  return body.map((product: { name: string }) => product.name)
}

describe.each(enginesOf(import.meta.filename))('GET /products/ on %s', (engine) => {
  let shop: TestShop
  let customer: Client
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    customer = await shop.signIn()
    admin = await shop.signIn({ admin: true })
    const nacional = await admin.post('/brands/', { name: 'Ñandú Seeds' })
    const foreign = await admin.post('/brands/', { name: 'Boreal', is_national: false })
    const [ours, theirs] = [nacional.body.id as number, foreign.body.id as number]
    await shop.hasProduct({
      name: 'Árbol Azul',
      type: 'fem',
      brand_id: ours,
      flavors: 'Limón',
      sku: 'SB_1',
      blisters: [blister(3, 4_999.99, 2), blister(5, 8_000, 2)],
    })
    await shop.hasProduct({
      name: 'Puna Violeta',
      type: 'auto',
      brand_id: ours,
      genotype: '50% Haze',
      blisters: [blister(3, 5_000, 0), blister(1, 20_000, 0)],
    })
    await shop.hasProduct({
      name: 'Zorro Rojo',
      type: 'reg',
      brand_id: theirs,
      limited_edition: true,
      blisters: [blister(3, 20_000, 30, 50)],
    })
    await shop.hasProduct({
      name: 'Remera',
      type: 'merch',
      product_size: 'M',
      highlighted: true,
      blisters: [blister(1, 60_000, 5)],
    })
    await shop.hasProduct({
      name: 'Sin Precio',
      type: 'auto',
      highlighted: true,
      blisters: [blister(3, 0, 9)],
    })
    await shop.hasProduct({
      name: 'Oculta',
      type: 'fem',
      brand_id: theirs,
      available: false,
      highlighted: true,
      blisters: [blister(3, 3_000, 9, 10)],
    })
  })
  afterAll(() => shop.close())

  const newest = ['Sin Precio', 'Remera', 'Zorro Rojo', 'Puna Violeta', 'Árbol Azul']
  /** Products in stock first. */
  const visible = ['Sin Precio', 'Remera', 'Zorro Rojo', 'Árbol Azul', 'Puna Violeta']
  /** Those without a price last. */
  const forAccounts = ['Remera', 'Zorro Rojo', 'Árbol Azul', 'Sin Precio', 'Puna Violeta']

  it('shows available products to visitors and customers, those with stock first, and all to admins, hidden last', async () => {
    expect(await names(shop.anonymous, '')).toEqual(visible)
    expect(await names(customer, '?available=false&availability=unavailable')).toEqual(forAccounts)
    expect(await names(admin, '')).toEqual([...forAccounts, 'Oculta'])
    expect(await names(admin, '?availability=unavailable')).toEqual(['Oculta'])
    expect(await names(admin, '?available=true')).toEqual(forAccounts)
    expect(await names(admin, '?ordering=-created_at')).toEqual(['Oculta', ...newest])
  })

  it('has no price for visitors, at any depth of any list', async () => {
    for (const path of [
      '/products/',
      '/products/?page=1',
      '/products/highlighted/',
      '/products/on-sale/',
      '/brands/',
    ]) {
      const { status, text } = await shop.anonymous.get(path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/price|discount|version|created_at":"[^"]*","name":"(?!Ñandú|Boreal)/)
    }
    const [first] = (await customer.get('/products/?type=reg')).body
    expect(first.blisters).toMatchObject([{ price: 20_000, discount: 50, final_price: 10_000 }])
    expect(first).not.toHaveProperty('version')
    expect((await admin.get('/products/?type=reg')).body[0]).toMatchObject({
      version: 1,
      stock: 30,
      brand: 'Boreal',
      is_national: false,
    })
  })

  it.each([
    ['?type=auto', ['Sin Precio', 'Puna Violeta']],
    ['?type=auto,regular&ordering=-created_at', ['Sin Precio', 'Zorro Rojo', 'Puna Violeta']],
    ['?exclude_types=merch,auto', ['Zorro Rojo', 'Árbol Azul']],
    ['?brand=boreal', ['Zorro Rojo']],
    ['?brand=nobody', []],
    ['?limitedEdition=true', ['Zorro Rojo']],
    ['?limited_edition=1', ['Zorro Rojo']],
    ['?edition=limited', ['Zorro Rojo']],
    ['?edition=regular&type=reg', []],
    [
      '?stockFilter=with-stock&exclude_types=merch&ordering=-created_at',
      ['Sin Precio', 'Zorro Rojo', 'Árbol Azul'],
    ],
    ['?stock=low-stock', ['Árbol Azul']],
    ['?stockFilter=out-of-stock', ['Puna Violeta']],
    ['?no_stock=true', ['Puna Violeta']],
    ['?ordering=name', ['Árbol Azul', 'Puna Violeta', 'Remera', 'Sin Precio', 'Zorro Rojo']],
    ['?ordering=-created_at', newest],
    ['?ids=', []],
    ['?ids=0,-1,x,99999999999', []],
  ])('%s is the same for everybody', async (query, expected) => {
    expect(await names(shop.anonymous, query)).toEqual(expected)
    expect(await names(customer, query)).toEqual(expected)
  })

  it.each([
    ['?priceRange=0-5000', ['Árbol Azul']],
    ['?priceRange=5000-10000', ['Puna Violeta']],
    ['?priceRange=10000-20000', ['Zorro Rojo']],
    ['?priceRange=20000-50000', []],
    ['?priceRange=50000-', ['Remera']],
    ['?priceStatus=no-price', ['Sin Precio']],
    ['?priceStatus=with-price&type=auto', ['Puna Violeta']],
    ['?ordering=min_price', ['Árbol Azul', 'Puna Violeta', 'Zorro Rojo', 'Remera', 'Sin Precio']],
    ['?ordering=-min_price', ['Remera', 'Zorro Rojo', 'Puna Violeta', 'Árbol Azul', 'Sin Precio']],
  ])('%s asks about prices: for customers only', async (query, expected) => {
    expect(await names(customer, query)).toEqual(expected)
    const without = query.includes('type=auto') ? ['Sin Precio', 'Puna Violeta'] : visible
    expect(await names(shop.anonymous, query)).toEqual(without)
  })

  it('shows offers to customers and none to visitors', async () => {
    expect(await names(customer, '?discount=true')).toEqual(['Zorro Rojo'])
    expect(await names(customer, 'on-sale/')).toEqual(['Zorro Rojo'])
    expect(await names(shop.anonymous, '?discount=true')).toEqual([])
    expect(await names(shop.anonymous, 'on-sale/')).toEqual([])
    expect((await shop.anonymous.get('/products/?discount=true&page=1')).body).toEqual({
      results: [],
      count: 0,
      next: null,
      previous: null,
    })
  })

  it('filters by the categories of the catalogue', async () => {
    expect(await names(customer, '?category=ofertas')).toEqual(['Zorro Rojo'])
    expect(await names(shop.anonymous, '?category=Ofertas')).toEqual([])
    for (const [category, type] of [
      ['automaticas', 'auto'],
      ['Fotoperiodicas', 'fem'],
      ['regulares', 'regular'],
    ])
      expect(await names(shop.anonymous, `?category=${category}`)).toEqual(
        await names(shop.anonymous, `?type=${type}`),
      )
    expect(await names(shop.anonymous, '?categories=nada,limitada')).toEqual(
      await names(shop.anonymous, '?limitedEdition=true'),
    )
    expect(await names(shop.anonymous, '?category=nada')).toEqual(visible)
  })

  it('puts products without a price in between, for accounts only', async () => {
    expect(await names(shop.anonymous, '?highlighted=true')).toEqual(['Sin Precio', 'Remera'])
    expect(await names(customer, '?highlighted=true')).toEqual(['Remera', 'Sin Precio'])
  })

  it('lists highlighted available products, up to a limit', async () => {
    expect(await names(shop.anonymous, 'highlighted/')).toEqual(['Sin Precio', 'Remera'])
    expect(await names(shop.anonymous, 'highlighted/?limit=1')).toEqual(['Sin Precio'])
    expect(await names(admin, 'highlighted/?limit=many')).toEqual(['Sin Precio', 'Remera'])
  })

  it.each([
    ['arbol', ['Árbol Azul']],
    ['ÁRBOL', ['Árbol Azul']],
    ['limon nandu', ['Árbol Azul']],
    ['nandu', ['Árbol Azul', 'Puna Violeta']],
    ['haze', ['Puna Violeta']],
    ['sb_1', ['Árbol Azul']],
    ['50%', ['Puna Violeta']],
    ['%', ['Puna Violeta']],
    ['_', ['Árbol Azul']],
    ['\\', []],
    ["'; drop table products; --", []],
    ['zorro azul', []],
    // One typo.
    ['voileta', ['Puna Violeta']],
    ['zoro', ['Zorro Rojo']],
    ['remeera', ['Remera']],
    ['xyzzyx', []],
  ])('finds by %j', async (search, expected) => {
    expect(await names(shop.anonymous, `?search=${encodeURIComponent(search)}`)).toEqual(expected)
  })

  it('returns exactly the products with the given ids', async () => {
    const all = (await admin.get('/products/')).body as { id: number; name: string }[]
    const id = (name: string) => all.find((product) => product.name === name)?.id
    expect(await names(shop.anonymous, `?ids=${id('Remera')},${id('Oculta')},${id('Zorro Rojo')},x`)).toEqual(
      ['Remera', 'Zorro Rojo'],
    )
  })

  it('pages, with the addresses of the next and the previous page', async () => {
    const first = (
      await shop.anonymous.get('/products/?page=1&page_size=2&ordering=name&type=fem,auto,reg,merch')
    ).body
    expect(first).toMatchObject({ count: 5, previous: null })
    expect(first.results).toHaveLength(2)
    const second = (await shop.anonymous.get(first.next.replace('/api', ''))).body
    const third = (await shop.anonymous.get(second.next.replace('/api', ''))).body
    expect(third).toMatchObject({ count: 5, next: null })
    const all = [first, second, third].flatMap((page) =>
      page.results.map((product: { name: string }) => product.name),
    )
    expect(all).toEqual(['Árbol Azul', 'Puna Violeta', 'Remera', 'Sin Precio', 'Zorro Rojo'])
    expect((await shop.anonymous.get(third.previous.replace('/api', ''))).body).toEqual(second)
    expect((await shop.anonymous.get('/products/?page=900000&page_size=100')).body).toMatchObject({
      results: [],
      count: 5,
      next: null,
      previous: '/api/products/?page=1&page_size=100',
    })
    for (const size of ['0', 'x', ''])
      expect((await shop.anonymous.get(`/products/?page_size=${size}`)).body).toMatchObject({ count: 5 })
    expect((await shop.anonymous.get('/products/?page=1&page_size=1000000000')).body.results).toHaveLength(5)
  })

  it.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1e99',
    '?page_size=0',
    '?page_size=x',
    '?search=%00',
    '?search=%ED%A0%80',
    '?brand=%00',
    '?type=%00',
    '?ids=%00',
    '?type=fem&type=auto',
    '?page=99999999999999999999',
    `?search=${'a'.repeat(5000)}`,
    `?ids=${'1,'.repeat(2000)}`,
    '?limit=1&search[]=x',
    '?ordering=id;drop',
    '?search=%25%25%25',
  ])('%s is no reason to fail', async (query) => {
    expect((await shop.anonymous.get(`/products/${query}`)).status).toBe(200)
    expect((await admin.get(`/products/${query}`)).status).toBe(200)
  })
})
