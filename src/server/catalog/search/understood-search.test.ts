import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

const PLAIN = {
  effects: '',
  flavors: '',
  genotype: '',
  thc: '',
  cbd: '',
  sativa: null,
  indica: null,
  sku: '',
}

describe.each(enginesOf(import.meta.filename))('a search that understands, on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
    const has = (name: string, facts: Record<string, unknown>) =>
      shop.hasProduct({ ...PLAIN, flowering_time: '', yield_indoor: '', height_indoor: '', name, ...facts })
    await has('AK-47', {
      effects: 'Intenso',
      indica: 65,
      thc: '18-22 %',
      flowering_time: '60-70 días (9 semanas)',
    })
    await has('Luz Mala', {
      effects: 'Reposado y nocturno',
      sativa: 70,
      thc: '26 %',
      flowering_time: '7 semanas',
    })
    await has('Puna Roja', {
      type: 'auto',
      sku: 'PR-0012',
      indica: 50,
      thc: '19,5%',
      yield_indoor: '1.200 g/m²',
    })
    await has('Gorra Surbrote', {
      type: 'merch',
      blisters: [{ seed_count: 1, price: 1, stock: 1, discount: 0 }],
    })
  })
  afterAll(() => shop.close())

  const find = async (search: string, more = '') => {
    const { body } = await shop.anonymous.get(`/products/?search=${encodeURIComponent(search)}${more}`)
    return (body as { name: string }[]).map(({ name }) => name).toSorted()
  }

  it.each([
    ['ak47', ['AK-47']],
    ['AK 47', ['AK-47']],
    ['luzmala', ['Luz Mala']],
    ['pr0012', ['Puna Roja']],
    ['nocturno', ['Luz Mala']],
    ['relajante', ['Luz Mala']],
    ['relajantes', ['Luz Mala']],
    ['relajamte', ['Luz Mala']],
    ['semillas de luz mala x3', ['Luz Mala']],
    ['índica', ['AK-47']],
    ['sativas', ['Luz Mala']],
    ['híbrida', ['Puna Roja']],
    ['autofloreciente', ['Puna Roja']],
    ['autoflorecientes x5', ['Puna Roja']],
    ['femi', ['AK-47', 'Luz Mala']],
    ['remera', ['Gorra Surbrote']],
    ['thc 20', ['AK-47', 'Puna Roja']],
    ['thc 25 % o más', ['Luz Mala']],
    ['menos de 8 semanas', ['Luz Mala']],
    ['9 semanas', ['AK-47']],
    ['más de 1000 g/m2', ['Puna Roja']],
    ['puna thc 20', ['Puna Roja']],
    ['puna thc 30', []],
  ])('finds by %s', async (search, names) => {
    expect(await find(search)).toEqual(names)
  })

  it('sees what an older version saved', async () => {
    const { id } = await shop.hasProduct({ ...PLAIN, name: 'Vieja' })
    await shop.shop.db
      .updateTable('products')
      .set({ search_text: 'vieja\n\n\n\n\nfeminizadas fotoperiodicas', effects: 'Chispeante' })
      .where('id', '=', id)
      .execute()
    expect(await find('chispeante')).toEqual(['Vieja'])
  })

  it('saves the longest texts of any alphabet', async () => {
    const long = (length: number) => '漢'.repeat(length)
    const { id } = await shop.hasProduct({
      name: long(100),
      genotype: long(200),
      flavors: long(200),
      effects: long(200),
      sku: long(40),
    })
    expect(id).toBeGreaterThan(0)
  })
})
