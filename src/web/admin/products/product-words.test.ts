import { describe, expect, it } from 'vitest'
import { cutDescription, priceRange, productFoundBy, stockWords } from './product-words.ts'

describe('cutDescription', () => {
  it('leaves forty characters as they are', () => {
    expect(cutDescription('a'.repeat(40))).toBe('a'.repeat(40))
  })

  it('cuts between words', () => {
    expect(cutDescription('Cuaderno cosido de 120 páginas con planillas de riego')).toBe(
      'Cuaderno cosido de 120 páginas con…',
    )
  })
})

describe('priceRange', () => {
  const blister = (final_price: number, price = final_price) => ({
    id: 1,
    seed_count: 3,
    size: '',
    stock: 1,
    image: null,
    price,
    final_price,
  })

  it('tells that there is no price', () => {
    expect(priceRange({ blisters: [blister(0)] })).toBe('Sin precio')
  })

  it('leaves out what a discount of 100 % leaves without a price', () => {
    expect(priceRange({ blisters: [blister(0, 900)] })).toBe('Sin precio')
    expect(priceRange({ blisters: [blister(0, 900), blister(900)] })).toBe('$\u00a0900')
  })

  it('names lowest and highest once each', () => {
    expect(priceRange({ blisters: [blister(900), blister(900)] })).toBe('$\u00a0900')
    expect(priceRange({ blisters: [blister(2400), blister(0), blister(900)] })).toBe(
      '$\u00a0900 – $\u00a02.400',
    )
  })
})

describe('stockWords', () => {
  it('is low under five', () => {
    expect([0, 1, 4, 5].map((stock) => stockWords(stock).tone)).toEqual(['err', 'warn', 'warn', 'ok'])
  })
})

describe('productFoundBy', () => {
  const own = { name: 'Puna Violeta', brand: 'Surbrote', sku: 'PV-3', genotype: 'Afgani × Lapacho' }
  const product = { ...own, flavors: 'uva, lavanda', effects: 'relajante' }

  it('says which other field has the searched words', () => {
    expect(productFoundBy(product, 'afgáni')).toBe('Coincide el genotipo: Afgani × Lapacho')
    expect(productFoundBy(product, 'puna lavanda')).toBe('Coincide el aroma: uva, lavanda')
    expect(productFoundBy(product, 'relajante')).toBe('Coincide el efecto: relajante')
    for (const search of ['', 'puna', 'surbrote', 'pv-3', 'otra']) {
      expect(productFoundBy(product, search)).toBeUndefined()
    }
  })
})
