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
    expect(
      read(
        'category=limitada&search=puna&facets=thc.25-&facets=effect.sereno&page=3&priceRange=5000-10000&ordering=-min_price',
      ),
    ).toEqual({
      merch: false,
      category: 'limitada',
      search: 'puna',
      facets: 'effect.sereno*thc.25-',
      page: 3,
      priceRange: '5000-10000',
      ordering: '-min_price',
    })
  })

  it('reads categories in any case, and the first known one of a list', () => {
    expect(read('category=FOTOPERIODICAS').category).toBe('Fotoperiodicas')
    expect(read('categories=nada,regulares,automaticas').category).toBe('regulares')
    expect(read('category=nada&categories=ofertas').category).toBe('ofertas')
  })

  it('drops unknown values', () => {
    for (const page of ['0', '-1', '1.5', 'dos', '', 'Infinity']) expect(read(`page=${page}`).page).toBe(1)
    expect(read('page=999999999').page).toBe(9999)
    expect(read('category=toString&priceRange=0-1&ordering=stock')).toMatchObject({
      category: undefined,
      priceRange: undefined,
      ordering: undefined,
    })
  })

  it('cuts a search to the length that the API accepts', () => {
    expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(100)
    expect(read('search=%20%20puna%20').search).toBe('puna')
  })

  it('drops types of seed for the merch', () => {
    expect(read('category=automaticas', true).category).toBeUndefined()
    expect(read('category=ofertas', true).category).toBe('ofertas')
  })
})

describe('listQuery', () => {
  it('excludes merch, six products a page', () => {
    expect(listQuery(read(''), true)).toEqual({ page: 1, page_size: 6, exclude_types: 'merch' })
  })

  it('selects only merch on the merch screen', () => {
    expect(listQuery(read('category=limitada', true), true)).toEqual({
      page: 1,
      page_size: 6,
      type: 'merch',
      limitedEdition: 'true',
    })
  })

  it('selects available products and drops prices without an account', () => {
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

  it('passes price range and order on for an account', () => {
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
    const query =
      'category=Fotoperiodicas&search=luz+mala&facets=thc.25-*effect.sereno&page=2&priceRange=50000-&ordering=name'
    expect(read(addressOf(read(query)).split('?')[1] ?? '')).toEqual(read(query))
  })

  it('has no query without filters', () => {
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

  it('keeps a page that is given', () => {
    expect(withFilter(read('search=a'), { page: 2 }).page).toBe(2)
  })
})

describe('withoutFilters', () => {
  it('keeps the order and the merch, and returns to page 1', () => {
    const asked = readAddress(
      new URLSearchParams('category=ofertas&search=a&priceRange=0-5000&ordering=name&page=3'),
      true,
    )
    expect(asked).toMatchObject({ category: 'ofertas', page: 3, ordering: 'name' })
    expect(addressOf(withoutFilters(asked))).toBe('/merch?ordering=name')
  })
})

describe('appliedFilters', () => {
  it('includes categories that have no button', () => {
    const [offers] = appliedFilters(read('category=ofertas&page=2&search=x'), true)
    expect(offers?.label).toBe('Ofertas')
    expect(offers && addressOf(offers.without)).toBe('/productos?search=x')
  })

  it('includes facets as the shop names them', () => {
    const [chip] = appliedFilters(read('facets=thc.25-*effect.sereno&page=2'), false, [
      { label: 'THC 25 % o más', facets: 'effect.sereno' },
    ])
    expect(chip?.label).toBe('THC 25 % o más')
    expect(chip && addressOf(chip.without)).toBe('/productos?facets=effect.sereno')
  })

  it('includes a price range for accounts only', () => {
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

  it('is the requested page until the count is known', () => {
    expect(placeInPages(3, undefined)).toEqual({ page: 3, pages: 1 })
  })
})

describe('listTitle', () => {
  it('numbers the pages from the second on', () => {
    expect(listTitle('Catálogo de semillas', 1, 4)).toBe('Catálogo de semillas')
    expect(listTitle('Catálogo de semillas', 2, 4)).toBe('Catálogo de semillas (página 2 de 4)')
  })
})
