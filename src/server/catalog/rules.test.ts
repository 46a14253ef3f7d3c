import { describe, expect, it } from 'vitest'
import { ProductQuery } from '../../contract/catalog/catalog.ts'
import { ProductInput } from '../../contract/catalog/product-input.ts'
import { MAX_STOCK } from '../../contract/limits.ts'
import {
  filterOf,
  normalise,
  orderOf,
  presentationErrors,
  pricedPresentation,
  repeatedPresentations,
  searchText,
  searchWords,
  stockAfter,
} from './rules.ts'

const asked = (query: Record<string, string>) => ProductQuery.parse(query)

const input = (type: string, blisters: object[]) =>
  ProductInput.parse({
    name: 'X',
    type,
    blisters: blisters.map((one) => ({ seed_count: 3, price: 1, stock: 1, ...one })),
  })

describe('filterOf', () => {
  const aboutPrices = asked({ priceRange: '5000-10000', priceStatus: 'no-price', ordering: 'min_price' })

  it('ignores filters by price for visitors', () => {
    expect(filterOf(aboutPrices, 'anonymous')).toEqual(filterOf(asked({}), 'anonymous'))
    expect(orderOf(aboutPrices, 'anonymous')).toBe('stocked')
  })

  it('finds no offers for visitors', () => {
    expect(filterOf(asked({ discount: 'true' }), 'anonymous')).toBeUndefined()
    expect(filterOf(asked({ discount: 'false' }), 'anonymous')).toBeDefined()
  })

  it('reads prices for customers, half open and in centavos', () => {
    expect(filterOf(aboutPrices, 'customer')).toMatchObject({
      priceFrom: 500_000,
      priceBelow: 1_000_000,
      hasPrice: false,
    })
    expect(filterOf(asked({ priceRange: '50000-' }), 'customer')).toMatchObject({
      priceFrom: 5_000_000,
      priceBelow: undefined,
    })
    expect(orderOf(aboutPrices, 'customer')).toBe('cheapest')
  })

  it.each(['anonymous', 'customer'] as const)(
    'shows %s available products only, whatever they ask',
    (audience) => {
      expect(filterOf(asked({ available: 'false' }), audience)?.available).toBe(true)
      expect(filterOf(asked({ availability: 'unavailable' }), audience)?.available).toBe(true)
    },
  )

  it('lets an admin filter by availability, under both names', () => {
    expect(filterOf(asked({}), 'admin')?.available).toBeUndefined()
    expect(filterOf(asked({ available: 'false' }), 'admin')?.available).toBe(false)
    expect(filterOf(asked({ availability: 'unavailable' }), 'admin')?.available).toBe(false)
    expect(filterOf(asked({ availability: 'available' }), 'admin')?.available).toBe(true)
  })

  it.each([
    [{ stockFilter: 'with-stock' }, 'with-stock'],
    [{ stock: 'low-stock' }, 'low-stock'],
    [{ no_stock: 'true' }, 'out-of-stock'],
    [{ stockFilter: 'with-stock', no_stock: 'true' }, 'with-stock'],
  ])('reads %o', (query, stock) => {
    expect(filterOf(asked(query), 'anonymous')).toMatchObject({ stock })
  })

  it('ignores unknown values', () => {
    const nonsense = {
      type: 'tree',
      stockFilter: 'some',
      priceRange: '1-2',
      edition: 'x',
      highlighted: 'maybe',
    }
    expect(filterOf(asked(nonsense), 'admin')).toEqual(filterOf(asked({}), 'admin'))
  })
})

describe('searchText', () => {
  it('has no accents, and begins with the name', () => {
    const text = searchText(
      { name: 'Ñandú  Rojo', genotype: 'Índica', flavors: 'Limón', sku: 'SB-1', type: 'auto' },
      'Sémola',
    )
    expect(text).toBe('nandu rojo\nindica\nlimon\nsemola\nsb-1\nautomaticas')
  })
})

describe('searchWords', () => {
  it('are at most eight, normalised and unique', () => {
    expect(searchWords('  LIMÓN limon\tazúcar ')).toEqual(['limon', 'azucar'])
    expect(searchWords(Array.from({ length: 50 }, (_, i) => `w${i}`).join(' '))).toHaveLength(8)
    expect(searchWords(' ')).toEqual([])
  })

  it('have no accents', () => {
    expect(normalise('ÁÉÍÓÚÜÑ')).toBe('aeiouun')
  })
})

describe('presentationErrors', () => {
  it('allows one presentation of merchandise, of one unit', () => {
    expect(presentationErrors(input('merch', []))).toBeDefined()
    expect(repeatedPresentations(input('merch', [{}, {}]))).toBeDefined()
    const shirt = input('merch', [{}])
    expect(presentationErrors(shirt)).toBeUndefined()
    expect(shirt.blisters.map((each) => pricedPresentation(each, shirt.type).seed_count)).toEqual([1])
  })

  it('refuses the same presentation twice', () => {
    expect(presentationErrors(input('fem', [{ id: 1 }, { id: 1 }]))).toBeDefined()
    const counts = [{ id: 1, seed_count: 3 }, { seed_count: 5 }, { seed_count: 10 }]
    expect(presentationErrors(input('fem', counts))).toBeUndefined()
    expect(repeatedPresentations(input('fem', counts))).toBeUndefined()
    expect(repeatedPresentations(input('fem', [...counts, { seed_count: 5 }]))).toEqual({
      'blisters.3.seed_count': ['Ya hay una presentación X5'],
    })
  })
})

describe('stockAfter', () => {
  it('applies the change made in the form', () => {
    expect(stockAfter(7, { stock: 15, stock_loaded: 10 })).toBe(12)
    expect(stockAfter(7, { stock: 10, stock_loaded: 10 })).toBe(7)
  })

  it('is the sent stock when the form sends no loaded stock', () => {
    expect(stockAfter(7, { stock: 15 })).toBe(15)
  })

  it('is impossible below zero and above the maximum', () => {
    expect(stockAfter(2, { stock: 0, stock_loaded: 2 })).toBe(0)
    expect(stockAfter(2, { stock: 0, stock_loaded: 3 })).toBeUndefined()
    expect(stockAfter(MAX_STOCK, { stock: 2, stock_loaded: 1 })).toBeUndefined()
  })
})
