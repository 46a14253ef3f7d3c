import { CATEGORIES, type Category, type CategoryAsk, categoryOf } from '../contract/categories.ts'
import { CATALOGUE_PAGE_SIZE, SEARCH_LENGTH } from '../contract/limits.ts'
import { PRICE_RANGES } from '../contract/money.ts'
import { paths } from './paths.ts'
import type { ProductListQuery } from './queries.ts'

/** The orders a visitor can choose; those by price exist for accounts only, as they would tell prices. */
export const ORDERINGS = [
  { value: 'name', label: 'Nombre', byPrice: false },
  { value: 'min_price', label: 'Menor precio', byPrice: true },
  { value: '-min_price', label: 'Mayor precio', byPrice: true },
] as const

export type Ordering = (typeof ORDERINGS)[number]['value']
export type PriceRange = (typeof PRICE_RANGES)[number]['value']

/** What the address of a list asks for. Everything unknown in the address has been dropped. */
export interface CatalogueAddress {
  merch: boolean
  category: Category | undefined
  search: string
  page: number
  priceRange: PriceRange | undefined
  ordering: Ordering | undefined
}

export interface AppliedFilter {
  name: 'category' | 'search' | 'priceRange' | 'ordering'
  label: string
  /** The same list without this filter. */
  without: CatalogueAddress
}

const LAST_PAGE = 9999

/** Reads the query of `/productos` or `/merch`. A type of seed has no meaning among the merch and is dropped there. */
export function readAddress(query: URLSearchParams, merch = false): CatalogueAddress {
  const category = categoryOf(query.get('category'), query.get('categories'))
  const page = Number(query.get('page'))
  return {
    merch,
    category: merch && category && asksForType(category) ? undefined : category,
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
    priceRange: PRICE_RANGES.find(({ value }) => value === query.get('priceRange'))?.value,
    ordering: ORDERINGS.find(({ value }) => value === query.get('ordering'))?.value,
  }
}

/** The address of a list. The first page and empty filters are left out. */
export function addressOf({ merch, ...asked }: CatalogueAddress): string {
  return merch ? paths.merch(asked) : paths.catalogue(asked)
}

/** The list with something changed: another filter always begins at page 1. */
export function withFilter(asked: CatalogueAddress, change: Partial<CatalogueAddress>): CatalogueAddress {
  return { ...asked, page: 1, ...change }
}

/** The whole list, or all of the merch, still in the chosen order. */
export function withoutFilters(asked: CatalogueAddress): CatalogueAddress {
  return withFilter(asked, { category: undefined, search: '', priceRange: undefined })
}

/** The question to the API. Without an account whatever knows a price is not even asked. */
export function listQuery(asked: CatalogueAddress, maySeePrices: boolean): ProductListQuery {
  const isSeenOrdering = ORDERINGS.some(({ value, byPrice }) => value === asked.ordering && !byPrice)
  return {
    page: asked.page,
    page_size: CATALOGUE_PAGE_SIZE,
    ...kindOf(asked),
    ...(asked.search && { search: asked.search }),
    ...(asked.ordering && (maySeePrices || isSeenOrdering) && { ordering: asked.ordering }),
    ...(maySeePrices && asked.priceRange && { priceRange: asked.priceRange }),
    ...(!maySeePrices && { available: true }),
  }
}

/** What narrows or orders the list now, each with the list that remains when it is taken away. */
export function appliedFilters(asked: CatalogueAddress, maySeePrices: boolean): AppliedFilter[] {
  const range = maySeePrices ? PRICE_RANGES.find(({ value }) => value === asked.priceRange) : undefined
  return [
    ...(asked.category
      ? [
          {
            name: 'category' as const,
            label: CATEGORIES[asked.category].label,
            without: withFilter(asked, { category: undefined }),
          },
        ]
      : []),
    ...(asked.search
      ? [{ name: 'search' as const, label: `«${asked.search}»`, without: withFilter(asked, { search: '' }) }]
      : []),
    ...(range
      ? [
          {
            name: 'priceRange' as const,
            label: range.label,
            without: withFilter(asked, { priceRange: undefined }),
          },
        ]
      : []),
  ]
}

/** 'Catálogo de semillas (página 2 de 4)'; the first page stands without a number. */
export function listTitle(heading: string, page: number, pages: number): string {
  return page > 1 ? `${heading} (página ${page} de ${Math.max(pages, page)})` : heading
}

/** How many pages there are, and which of them is spoken of: beyond the end it is the last. */
export function placeInPages(asked: number, count: number | undefined): { page: number; pages: number } {
  if (count === undefined) return { page: asked, pages: 1 }
  const pages = Math.max(1, Math.ceil(count / CATALOGUE_PAGE_SIZE))
  return { page: Math.min(asked, pages), pages }
}

/** Orders by price would tell prices: they are offered to people with an account. */
export function offeredOrderings(isSignedIn: boolean) {
  return ORDERINGS.filter(({ byPrice }) => isSignedIn || !byPrice)
}

function kindOf({ merch, category }: CatalogueAddress): Partial<ProductListQuery> {
  // Offers by their name, so that no page for visitors holds that of a price.
  const ask: CategoryAsk & { category?: Category } =
    category === 'ofertas' ? { category } : category ? CATEGORIES[category].ask : {}
  if (merch) return { ...ask, type: 'merch' }
  return ask.type ? ask : { ...ask, exclude_types: 'merch' }
}

function asksForType(category: Category): boolean {
  return 'type' in CATEGORIES[category].ask
}
