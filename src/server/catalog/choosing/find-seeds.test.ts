import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Found } from '../../../contract/catalog/catalog.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('GET /products/finder/ on %s', (engine) => {
  let shop: TestShop
  const stocked = [{ seed_count: 3, price: 100, stock: 5, discount: 0 }]
  beforeAll(async () => {
    shop = await openShop(engine)
    const seeds = (name: string, more: object) =>
      shop.hasProduct({ name, type: 'fem', blisters: stocked, ...more })
    await seeds('Glaciar', {
      places: 'interior, exterior',
      zones: 'patagonia',
      difficulty: 'fácil',
      flowering_time: '8 semanas',
      height_indoor: '90 cm',
      flavors: 'Menta, Pino, Limón',
    })
    await seeds('Zonda', {
      type: 'auto',
      places: 'interior',
      zones: 'cuyo, patagonia',
      difficulty: 'fácil',
      flowering_time: '10 semanas',
      yield_indoor: '500 g/m²',
    })
    await seeds('Norteña', {
      type: 'reg',
      places: 'exterior',
      zones: 'norte',
      difficulty: 'difícil',
      cbd: '0,5 %',
    })
    await seeds('Tardía', { zones: 'patagonia', flowering_time: '12 semanas' })
    for (const [name, height] of [
      ['Petisa', '60 a 80 cm'],
      ['Larga', '90 a 120 cm'],
    ])
      await seeds(name ?? '', { places: 'Interior, Invernadero', zones: 'centro', height_indoor: height })
    await seeds('Callada', {})
    await seeds('Escondida', { available: false, places: 'interior', zones: 'patagonia' })
    await shop.hasProduct({ name: 'Gorra', type: 'merch', blisters: [{ ...stocked[0], seed_count: 1 }] })
  }, 60_000)
  afterAll(() => shop.close())

  const ask = async (query: string) => (await shop.anonymous.get(`/products/finder/?${query}`)).body as Found
  const names = ({ results }: Found) => results.map(({ product }) => product.name)

  it('does not name a tall plant for a balcony', async () => {
    const { results } = await ask('place=invernadero&zone=centro')
    expect(results.slice(0, 2)).toMatchObject([
      { product: { name: 'Petisa' }, met: 2, but: [] },
      { product: { name: 'Larga' }, met: 1, but: ['Crece mucho para un balcón: mide 90 a 120 cm.'] },
    ])
  })

  it('names the varieties that fit most answers, each with reasons made of its facts', async () => {
    const found = await ask('place=interior&zone=patagonia&skill=primera&goal=rapida')
    expect([found.asked, names(found).slice(0, 2)]).toEqual([4, ['Glaciar', 'Zonda']])
    expect(found.results[0]).toMatchObject({
      met: 4,
      reasons: [
        'Florece en 8 semanas: llega antes de las heladas de Patagonia.',
        'Va bien en interior: mide 90 cm.',
        'Dificultad fácil.',
      ],
      but: [],
    })
    expect(found.results[1]).toMatchObject({ met: 3, but: ['Florece en 10 semanas.'] })
    // Twelve weeks promise nothing about frost.
    const late = (await ask('zone=patagonia&goal=rapida')).results.find(
      ({ product }) => product.name === 'Tardía',
    )
    expect(late).toMatchObject({ reasons: ['Va bien en Patagonia.'], but: ['Florece en 12 semanas.'] })
    expect(names(found)).not.toContain('Escondida')
    expect(names(found)).not.toContain('Gorra')
  })

  it('says what is not known, and what speaks against it', async () => {
    const found = await ask('zone=norte&skill=primera')
    expect(found.results.find(({ product }) => product.name === 'Glaciar')).toMatchObject({
      met: 1,
      but: ['No figura para Norte: la tienda la recomienda para Patagonia.'],
    })
    const cbd = await ask('goal=cbd')
    expect(cbd.results[0]).toMatchObject({ product: { name: 'Norteña' }, met: 0 })
    expect(cbd.results[0]?.but).toEqual(['Tiene 0,5 % de CBD.', 'Es regular: salen machos y hembras.'])
    const rich = await ask('goal=rinde')
    expect(rich.results[0]).toMatchObject({
      product: { name: 'Zonda' },
      reasons: ['Rinde 500 g/m² en interior.'],
    })
    expect(rich.results.at(-1)?.but).toContain('La tienda no dice cuánto rinde.')
  })

  it('names by name those that fit alike', async () => {
    // 'Zonda' is newer than 'Glaciar', and 'Tardía' the newest of the three.
    expect(names(await ask('zone=patagonia'))).toEqual(['Glaciar', 'Tardía', 'Zonda'])
    expect(names(await ask('place=exterior&zone=norte')).slice(1)).toEqual(['Glaciar', 'Callada'])
  })

  it('ignores answers that do not exist, and says nothing to none', async () => {
    expect(await ask('')).toEqual({ asked: 0, results: [] })
    expect(await ask('place=luna&goal=price&skill[]=1')).toEqual({ asked: 0, results: [] })
    expect((await ask('place=interior&zone=marte')).asked).toBe(1)
  })

  it('has prices for accounts only', async () => {
    const customer = await shop.signIn()
    const query = '/products/finder/?place=interior'
    expect(JSON.stringify((await shop.anonymous.get(query)).body)).not.toContain('price')
    expect((await customer.get(query)).body.results[0].product.blisters[0].price).toBe(100)
  })
})
