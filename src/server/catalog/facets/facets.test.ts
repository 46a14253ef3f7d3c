import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Choices } from '../../../contract/catalog/catalog.ts'
import { FACETS, writeFacets, type FacetValue } from '../../../contract/catalog/facets.ts'
import { randomNumbers } from '../../../../proofs/load/seed.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const AROMAS = ['Limón', 'Menta', 'Tierra mojada', 'Mango']
const EFFECTS = ['Sereno', 'Alegre', 'Nocturno']
const THC = ['', '12 %', '14-16 %', '19,5%', '20 %', '24 a 28 %', 'alto']
const WEEKS = ['', '7 semanas', '8-9 semanas', '60 días', '10 sem']

/** Random questions; each takes longer embedded. */
const QUESTIONS = { embedded: 60, postgres: 200 }

describe.each(enginesOf(import.meta.filename))('facets, on %s', (engine) => {
  let shop: TestShop
  const random = randomNumbers(36)
  const pick = <Of>(some: readonly Of[]) => some[Math.floor(random() * some.length)] as Of // safe: not empty
  beforeAll(async () => {
    shop = await openShop(engine)
    for (let n = 0; n < 40; n += 1) {
      const indica = pick([null, 20, 50, 80])
      await shop.hasProduct({
        name: `Semilla ${n}`,
        type: pick(['fem', 'auto', 'reg']),
        indica,
        sativa: indica === null ? null : 100 - indica,
        thc: pick(THC),
        cbd: pick(['', '0,6 %', '5 %']),
        flowering_time: pick(WEEKS),
        flavors: `${pick(AROMAS)}, ${pick(AROMAS)}`,
        effects: `${pick(EFFECTS)} y ${pick(EFFECTS)}`,
        difficulty: pick(['', 'fácil', 'Media']),
        places: pick(['', 'Interior', 'balcón y exterior']),
        zones: pick(['Patagonia', 'noa, cuyo', '']),
        available: random() < 0.9,
        blisters: [{ seed_count: 3, price: 5_000, stock: pick([0, 5]), discount: 0 }],
      })
    }
    await shop.hasProduct({
      name: 'Gorra',
      type: 'merch',
      blisters: [{ seed_count: 1, price: 1, stock: 1, discount: 0 }],
    })
  }, 60_000)
  afterAll(() => shop.close())

  const ask = async (query: string) =>
    (await shop.anonymous.get(`/products/facets/?${query}`)).body as Choices
  const listed = async (query: string) =>
    (await shop.anonymous.get(`/products/?${query}&page=1&page_size=1`)).body.count as number

  it('count as the lists that they lead to, in random questions', async () => {
    const { facets: all } = await ask('')
    const asking = randomNumbers(QUESTIONS[engine])
    const choose = <Of>(from: readonly Of[]) => from[Math.floor(asking() * from.length)] as Of // safe: not empty
    const values = all.flatMap(({ name, values: some }) => some.map(({ value }) => ({ name, value })))
    for (let n = 0; n < QUESTIONS[engine]; n += 1) {
      // Of few facets, as choices of many have no product left.
      const names = [choose(all), choose(all), choose(all)].map(({ name }) => name)
      const some = values.filter(({ name }) => names.includes(name))
      const chosen: FacetValue[] = Array.from({ length: Math.floor(asking() * 7) }, () => choose(some))
      const more = choose([
        '',
        '&exclude_types=merch',
        '&search=semilla',
        '&search=sereno',
        '&type=auto',
        '&search=thc+20',
      ])
      const query = `facets=${encodeURIComponent(writeFacets(chosen))}${more}`
      const { count, facets } = await ask(query)
      expect([query, count]).toEqual([query, await listed(query)])
      const { name, values: offered } = choose(facets.length > 0 ? facets : all)
      const { value, count: said } = choose(offered)
      if (facets.length === 0) continue
      const others = chosen.filter((one) => one.name !== name)
      const leads = `facets=${encodeURIComponent(writeFacets([...others, { name, value }]))}${more}`
      expect([leads, said]).toEqual([leads, await listed(leads)])
    }
  })

  it('are named as the shop writes them, in the order of the screen', async () => {
    const { facets } = await ask('exclude_types=merch')
    expect(facets.map(({ name }) => name)).toEqual(
      Object.keys(FACETS).filter((name) => !['height', 'yield', 'brand'].includes(name)),
    )
    const labels = (name: string) =>
      facets.find((facet) => facet.name === name)?.values.map(({ label }) => label)
    expect(labels('aroma')).toEqual(['Limón', 'Mango', 'Menta', 'Tierra mojada'])
    expect(labels('thc')).toEqual(['Menos de 15 %', '15 a 20 %', '20 a 25 %', '25 % o más'])
    expect(labels('flowering')).toEqual([
      'Menos de 8 semanas',
      '8 a 9 semanas',
      '9 a 10 semanas',
      '10 semanas o más',
    ])
    expect(labels('type')).not.toContain('Merchandising')
  })

  it('stay where they are when nothing is found: values without a hit have a count of 0', async () => {
    const counts = ({ facets }: Choices, asked: string) =>
      Object.fromEntries(
        facets.find(({ name }) => name === asked)?.values.map(({ label, count }) => [label, count]) ?? [],
      )
    const nothing = await ask('search=zzzz&exclude_types=merch')
    expect(nothing.count).toBe(0)
    const names = (choices: Choices) => choices.facets.map(({ name }) => name)
    expect(names(nothing)).toEqual(names(await ask('exclude_types=merch')))
    expect(counts(nothing, 'aroma')).toEqual({ Limón: 0, Mango: 0, Menta: 0, 'Tierra mojada': 0 })
    expect(counts(nothing, 'effect')).toEqual({ Alegre: 0, Nocturno: 0, Sereno: 0 })
    expect(counts(nothing, 'stock')).toEqual({ 'Con stock': 0 })
    // Only what a product of the asked types has: one type is no choice, and caps have no aroma.
    expect(names(await ask('type=auto'))).not.toContain('type')
    expect(names(await ask('type=merch'))).toEqual(['stock'])
  })

  it('say what is chosen, each with the way back, and ignore what is unknown', async () => {
    const { chosen, count } = await ask('facets=thc.20-25*effect.sereno*nada.x*thc.1-2*aroma')
    expect(chosen).toEqual([
      { label: 'THC de 20 a 25 %', facets: 'effect.sereno' },
      { label: 'Sereno', facets: 'thc.20-25' },
    ])
    expect(count).toBe(await listed('facets=thc.20-25*effect.sereno'))
  })

  it('of a range of prices are told to accounts only: those with a product, without the range asked for', async () => {
    const customer = await shop.signIn()
    const asked = async (who: typeof customer) =>
      (await who.get('/products/facets/?search=semilla&priceRange=50000-')).body as Choices
    expect((await asked(customer)).prices).toEqual(['5000-10000'])
    expect(await asked(shop.anonymous)).not.toHaveProperty('prices')
  })

  it('of growing are the words of the shop, also those of an older way to write them', async () => {
    const { facets } = await ask('exclude_types=merch')
    const labels = (name: string) =>
      facets.find((facet) => facet.name === name)?.values.map(({ label }) => label)
    expect(labels('difficulty')).toEqual(['Fácil', 'Media', 'Difícil'])
    expect(labels('place')).toEqual(['Interior', 'Exterior', 'Invernadero'])
    expect(labels('zone')).toEqual(['Norte', 'Centro', 'Cuyo', 'Patagonia'])
    const admin = await shop.signIn({ admin: true })
    const { status, body } = await admin.post('/products/', {
      name: 'Otra',
      type: 'fem',
      zones: 'luna',
      difficulty: 'Fácil, Media',
    })
    expect([status, body.errors]).toEqual([
      400,
      {
        difficulty: ['La dificultad debe ser Fácil, Media o Difícil'],
        zones: ['La zona: cada parte debe ser Norte, Centro, Cuyo o Patagonia'],
      },
    ])
  })

  it('of an empty list come with ways on', async () => {
    await shop.hasProduct({ name: 'Única', thc: '31 %', effects: 'Raro', type: 'reg' })
    const { count, ways } = await ask('search=única+thc+33+%25+o+más&facets=effect.raro&type=auto')
    expect(count).toBe(0)
    expect(ways).toEqual([])
    const one = await ask(`search=${encodeURIComponent('Única thc 33 % o más')}`)
    expect(one.ways).toEqual([{ label: 'THC 33 % o más', count: 1, search: 'unica', facets: '', all: false }])
    const kind = await ask('search=unica&type=auto')
    expect(kind.ways).toContainEqual({
      label: 'Automática',
      count: 1,
      search: 'unica',
      facets: '',
      all: true,
    })
  })

  it('order by facts', async () => {
    const names = async (ordering: string) =>
      (await shop.anonymous.get(`/products/?ordering=${ordering}&facets=type.fem*type.auto*type.reg`))
        .body as { thc: string; flowering_time: string }[]
    const thc = (await names('-thc')).map((product) => product.thc)
    expect(thc[0]).toBe('31 %')
    expect(thc.lastIndexOf('24 a 28 %')).toBeLessThan(thc.indexOf('19,5%'))
    const weeks = (await names('flowering')).map((product) => product.flowering_time)
    expect(weeks.lastIndexOf('7 semanas')).toBeLessThan(weeks.indexOf('10 sem'))
    expect(weeks.at(-1)).toBe('')
  })

  it.each(['-thc', 'flowering', '-yield'])('orders what a search finds by %s', async (ordering) => {
    const { status, body } = await shop.anonymous.get(`/products/?search=unica&ordering=${ordering}`)
    expect([status, body.length]).toEqual([200, 1])
  })
})
