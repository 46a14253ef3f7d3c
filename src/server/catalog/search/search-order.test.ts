import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../proofs/load/seed.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const soldOut = [{ seed_count: 3, price: 5_000, stock: 0, discount: 0 }]

describe.each(enginesOf(import.meta.filename))('the results of a search on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    const admin = await shop.signIn({ admin: true })
    const { id } = (await admin.post('/brands/', { name: 'Criadero Puna' })).body
    // The better a product fits, the older it is, and the best are sold out.
    await shop.hasProduct({ name: 'Puna', blisters: soldOut, type: 'reg' })
    await shop.hasProduct({ name: 'Puna Violeta', blisters: soldOut })
    await shop.hasProduct({ name: 'Alta Puna', type: 'auto' })
    await shop.hasProduct({ name: 'Lapuna', type: 'auto' })
    await shop.hasProduct({ name: 'Con código', sku: 'PUNA-7' })
    await shop.hasProduct({ name: 'De la marca', brand_id: id })
    await shop.hasProduct({ name: 'Lapacho Rosa', genotype: 'Puna Violeta x Haze' })
    await shop.hasProduct({ name: 'Aromática', flavors: 'puna, violeta, limón' })
  })
  afterAll(() => shop.close())

  const find = async (search: string, more = '') => {
    const { body } = await shop.anonymous.get(`/products/?search=${encodeURIComponent(search)}${more}`)
    return (body as { name: string }[]).map(({ name }) => name)
  }

  it('come by name, its beginning, its words and parts, then SKU, brand, genotype and aroma', async () => {
    expect(await find('puna')).toEqual([
      'Puna',
      'Puna Violeta',
      'Alta Puna',
      'Lapuna',
      'Con código',
      'De la marca',
      'Lapacho Rosa',
      'Aromática',
    ])
  })

  it('begin with the exact name of several words', async () => {
    expect(await find('Puna violeta')).toEqual(['Puna Violeta', 'Lapacho Rosa', 'Aromática'])
    expect(await find('violeta puna')).toEqual(['Puna Violeta', 'Lapacho Rosa', 'Aromática'])
    // A typo.
    expect((await find('puna voileta'))[0]).toBe('Puna Violeta')
  })

  it('with equal rank begin with products in stock', async () => {
    expect(await find('pun', '&type=reg,auto')).toEqual(['Puna', 'Alta Puna', 'Lapuna'])
    expect((await find('a')).at(-1)).not.toBe('Alta Puna')
  })

  it('have the requested order', async () => {
    expect((await find('puna', '&ordering=name')).slice(0, 2)).toEqual(['Alta Puna', 'Aromática'])
    expect((await find('puna', '&ordering=-created_at'))[0]).toBe('Aromática')
  })

  it.each([
    ['automática', ['Lapuna', 'Alta Puna']],
    ['automaticas', ['Lapuna', 'Alta Puna']],
    ['Regular', ['Puna']],
    ['puna feminizada', 'Puna Violeta'],
    ['feminisada', 'Aromática'],
  ])('%s finds by type', async (search, expected) => {
    const found = await find(search)
    if (typeof expected === 'string') expect(found).toContain(expected)
    else expect(found).toEqual(expected)
  })
})

describe.each(enginesOf(import.meta.filename))('a search with over 1000 matches on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    await seedCatalogue(shop.shop, 1_200)
    await shop.hasProduct({ name: 'Sb', blisters: soldOut })
    await shop.hasProduct({ name: 'Sb segunda', blisters: soldOut })
  })
  afterAll(() => shop.close())

  it('begin with the names that begin with the search, and are complete', async () => {
    const page = async (number: number) =>
      (await shop.anonymous.get(`/products/?search=sb&page=${number}&page_size=3`)).body
    const pages = [await page(1), await page(2), await page(3)]
    const found = pages.flatMap(({ results }) => results as { id: number; name: string }[])
    expect(pages[0].count).toBeGreaterThan(1_000)
    expect(found.slice(0, 2).map(({ name }) => name)).toEqual(['Sb', 'Sb segunda'])
    expect(new Set(found.map(({ id }) => id)).size).toBe(9)
  })
})
