import { describe, expect, it } from 'vitest'
import {
  addressOf,
  appliedFilters,
  listQuery,
  listTitle,
  placeInPages,
  readAddress,
  withFilter,
  withoutFilters,
} from './catalogue-search.ts'

const read = (query: string, merch = false) => readAddress(new URLSearchParams(query), merch)

describe('readAddress', () => {
  it('reads every filter of the address', () => {
    expect(read('category=limitada&search=puna&page=3&priceRange=5000-10000&ordering=-min_price')).toEqual({
      merch: false,
      category: 'limitada',
      search: 'puna',
      page: 3,
      priceRange: '5000-10000',
      ordering: '-min_price',
    })
  })

  it('reads categories whatever their case, and of a list the first it knows', () => {
    expect(read('category=FOTOPERIODICAS').category).toBe('Fotoperiodicas')
    expect(read('categories=nada,regulares,automaticas').category).toBe('regulares')
    expect(read('category=nada&categories=ofertas').category).toBe('ofertas')
  })

  it('drops what it does not know', () => {
    for (const page of ['0', '-1', '1.5', 'dos', '', 'Infinity']) expect(read(`page=${page}`).page).toBe(1)
    expect(read('page=999999999').page).toBe(9999)
    expect(read('category=toString&priceRange=0-1&ordering=stock')).toMatchObject({
      category: undefined,
      priceRange: undefined,
      ordering: undefined,
    })
  })

  it('cuts a search to what the API reads', () => {
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(100)
    expect(read('search=%20%20puna%20').search).toBe('puna')
  })

  it('knows no type of seed among the merch', () => {
    expect(read('category=automaticas', true).category).toBeUndefined()
    expect(read('category=ofertas', true).category).toBe('ofertas')
  })
})

describe('listQuery', () => {
  it('shows seeds without merch, six on a page', () => {
    expect(listQuery(read(''), true)).toEqual({ page: 1, page_size: 6, exclude_types: 'merch' })
  })

  it('asks for merch only on its own screen', () => {
    expect(listQuery(read('category=limitada', true), true)).toEqual({
      page: 1,
      page_size: 6,
      type: 'merch',
      limitedEdition: 'true',
    })
  })

  it('asks for available products and says nothing of prices without an account', () => {
    expect(
      listQuery(read('category=automaticas&priceRange=0-5000&ordering=min_price&page=2'), false),
    ).toEqual({
      page: 2,
      page_size: 6,
      type: 'auto',
      available: true,
    })
    expect(listQuery(read('ordering=name'), false)).toMatchObject({ ordering: 'name' })
  })

  it('passes price band and order on for an account', () => {
    expect(listQuery(read('category=ofertas&priceRange=0-5000&ordering=min_price'), true)).toEqual({
      page: 1,
      page_size: 6,
      exclude_types: 'merch',
      category: 'ofertas',
      priceRange: '0-5000',
      ordering: 'min_price',
    })
  })
})

describe('addressOf', () => {
  it('writes back what was read', () => {
    const query = 'category=Fotoperiodicas&search=luz+mala&page=2&priceRange=50000-&ordering=name'
    expect(read(addressOf(read(query)).split('?')[1] ?? '')).toEqual(read(query))
  })

  it('is bare without filters', () => {
    expect(addressOf(read('page=1&search='))).toBe('/productos')
    expect(addressOf(read('', true))).toBe('/merch')
  })
})

describe('withFilter', () => {
  it('returns to the first page', () => {
    expect(addressOf(withFilter(read('page=4&search=a'), { category: 'automaticas' }))).toBe(
      '/productos?category=automaticas&search=a',
    )
  })

  it('keeps a page that is asked for', () => {
    expect(withFilter(read('search=a'), { page: 2 }).page).toBe(2)
  })
})

describe('withoutFilters', () => {
  it('keeps the order and the merch, and begins at page 1', () => {
    const asked = readAddress(
      new URLSearchParams('category=ofertas&search=a&priceRange=0-5000&ordering=name&page=3'),
      true,
    )
    expect(asked).toMatchObject({ category: 'ofertas', page: 3, ordering: 'name' })
    expect(addressOf(withoutFilters(asked))).toBe('/merch?ordering=name')
  })
})

describe('appliedFilters', () => {
  it('shows categories without a button too, so that no state is invisible', () => {
    const [offers] = appliedFilters(read('category=ofertas&page=2&search=x'), true)
    expect(offers?.label).toBe('Ofertas')
    expect(offers && addressOf(offers.without)).toBe('/productos?search=x')
  })

  it('names a price band only where it counts', () => {
    expect(appliedFilters(read('priceRange=0-5000'), true)).toHaveLength(1)
    expect(appliedFilters(read('priceRange=0-5000'), false)).toEqual([])
  })
})

describe('placeInPages', () => {
  it('counts the pages', () => {
    expect(placeInPages(2, 30)).toEqual({ page: 2, pages: 5 })
    expect(placeInPages(5, 25)).toEqual({ page: 5, pages: 5 })
  })

  it('is the last page beyond the end', () => {
    expect(placeInPages(9, 30)).toEqual({ page: 5, pages: 5 })
    expect(placeInPages(3, 0)).toEqual({ page: 1, pages: 1 })
  })

  it('believes the address until the count is known', () => {
    expect(placeInPages(3, undefined)).toEqual({ page: 3, pages: 1 })
  })
})

describe('listTitle', () => {
  it('counts from the second page', () => {
    expect(listTitle('Catálogo de semillas', 1, 4)).toBe('Catálogo de semillas')
    expect(listTitle('Catálogo de semillas', 2, 4)).toBe('Catálogo de semillas (página 2 de 4)')
  })
})
