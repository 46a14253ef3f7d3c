import { describe, expect, it } from 'vitest'
import { appliedFilters, isSameSearch, readSearch, VIEWS } from './products-address.ts'

const read = (text: string) => readSearch(new URLSearchParams(text))

describe('readSearch', () => {
  it('keeps known filters and drops the rest', () => {
    expect(read('search= puna &type=auto&stock=low-stock&edition=odd&page=3')).toEqual({
      search: 'puna',
      type: 'auto',
      stock: 'low-stock',
    })
  })

  it('reads the older spelling of a type', () => {
    expect(read('type=regular')).toEqual({ type: 'reg' })
  })
})

describe('appliedFilters', () => {
  it('names each filter but not the search', () => {
    expect(appliedFilters(read('search=puna&availability=unavailable')).map(({ label }) => label)).toEqual([
      'Disponibilidad: No disponibles',
    ])
  })
})

describe('isSameSearch', () => {
  it('recognises a view by its filters, in any order', () => {
    const hidden = VIEWS.find(({ name }) => name === 'Ocultos')?.search ?? {}
    expect(isSameSearch(read('availability=unavailable'), hidden)).toBe(true)
    expect(isSameSearch(read('availability=unavailable&search=x'), hidden)).toBe(false)
  })
})
