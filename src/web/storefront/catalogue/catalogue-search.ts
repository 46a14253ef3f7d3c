import {
  CATEGORIES,
  type Category,
  type CategoryAsk,
  categoryOf,
} from '../../../contract/catalog/categories.ts'
import type { Choices } from '../../../contract/catalog/catalog.ts'
import { CATALOGUE_PAGE_SIZE, SEARCH_LENGTH } from '../../../contract/limits.ts'
import { PRICE_RANGES } from '../../../contract/money.ts'
import { paths } from '../../app/paths.ts'
import type { ProductListQuery } from '../../data/queries.ts'

/** The orders a visitor can choose. Those by price are for accounts only: they would reveal prices. */
const ORDERINGS = [
  { value: 'name', label: 'Nombre', byPrice: false },
  { value: '-thc', label: 'Más THC', byPrice: false },
  { value: 'flowering', label: 'Floración más corta', byPrice: false },
  { value: '-yield', label: 'Más rinde', byPrice: false },
  { value: 'min_price', label: 'Menor precio', byPrice: true },
  { value: '-min_price', label: 'Mayor precio', byPrice: true },
] as const

type Ordering = (typeof ORDERINGS)[number]['value']
type PriceRange = (typeof PRICE_RANGES)[number]['value']

/** The filters and the page in the address of a list, without anything unknown. */
export interface CatalogueAddress {
  merch: boolean
  category: Category | undefined
  search: string
  /** 'thc.15-20*effect.sereno'. */
  facets: string
  page: number
  priceRange: PriceRange | undefined
  ordering: Ordering | undefined
}

export interface AppliedFilter {
  label: string
  /** The same list without this filter. */
  without: CatalogueAddress
}

const LAST_PAGE = 9999

/** Reads the query of `/productos` or `/merch`, where types of seed are dropped. */
export function readAddress(query: URLSearchParams, merch = false): CatalogueAddress {
  const category = categoryOf(query.get('category'), query.get('categories'))
  const page = Number(query.get('page'))
  return {
    merch,
    category: merch && category && asksForType(category) ? undefined : category,
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_LENGTH),
    // A form without scripts sends one for each choice. As the server joins them.
    facets: query.getAll('facets').toSorted().join('*'),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
    priceRange: PRICE_RANGES.find(({ value }) => value === query.get('priceRange'))?.value,
    ordering: ORDERINGS.find(({ value }) => value === query.get('ordering'))?.value,
  }
}

/** The address of a list, without the first page and empty filters. */
export function addressOf({ merch, ...asked }: CatalogueAddress): string {
  return merch ? paths.merch(asked) : paths.catalogue(asked)
}

/** Changes filters and goes back to page 1. */
export function withFilter(asked: CatalogueAddress, change: Partial<CatalogueAddress>): CatalogueAddress {
  return { ...asked, page: 1, ...change }
}

/** Clears the filters and keeps the order, and whether it is the merch. */
export function withoutFilters(asked: CatalogueAddress): CatalogueAddress {
  return withFilter(asked, { category: undefined, search: '', facets: '', priceRange: undefined })
}

/** The query of the API. Without an account it contains nothing that depends on prices. */
export function listQuery(asked: CatalogueAddress, maySeePrices: boolean): ProductListQuery {
  const isSeenOrdering = ORDERINGS.some(({ value, byPrice }) => value === asked.ordering && !byPrice)
  return {
    page: asked.page,
    page_size: CATALOGUE_PAGE_SIZE,
    ...kindOf(asked),
    ...(asked.search && { search: asked.search }),
    ...(asked.facets && { facets: asked.facets }),
    ...(asked.ordering && (maySeePrices || isSeenOrdering) && { ordering: asked.ordering }),
    ...(maySeePrices && asked.priceRange && { priceRange: asked.priceRange }),
    ...(!maySeePrices && { available: true }),
  }
}

/** Active filters, each with the list without it. `chosen`: the facets, as the shop names them. */
export function appliedFilters(
  asked: CatalogueAddress,
  maySeePrices: boolean,
  chosen: Choices['chosen'] = [],
): AppliedFilter[] {
  const range = maySeePrices ? PRICE_RANGES.find(({ value }) => value === asked.priceRange) : undefined
  const filter = (label: string | undefined, left: Partial<CatalogueAddress>): AppliedFilter[] =>
    label ? [{ label, without: withFilter(asked, left) }] : []
  return [
    ...filter(asked.category && CATEGORIES[asked.category].label, { category: undefined }),
    ...filter(asked.search && `«${asked.search}»`, { search: '' }),
    ...filter(range?.label, { priceRange: undefined }),
    ...chosen.flatMap(({ label, facets }) => filter(label, { facets })),
  ]
}

/** 'Catálogo de semillas (página 2 de 4)'; the first page has no number. */
export function listTitle(heading: string, page: number, pages: number): string {
  return page > 1 ? `${heading} (página ${page} de ${Math.max(pages, page)})` : heading
}

/** The number of pages, and the requested page or, beyond the end, the last one. */
export function placeInPages(asked: number, count: number | undefined): { page: number; pages: number } {
  if (count === undefined) return { page: asked, pages: 1 }
  const pages = Math.max(1, Math.ceil(count / CATALOGUE_PAGE_SIZE))
  return { page: Math.min(asked, pages), pages }
}

/** Orders by price are offered to accounts only. */
export function offeredOrderings(isSignedIn: boolean) {
  return ORDERINGS.filter(({ byPrice }) => isSignedIn || !byPrice)
}

function kindOf({ merch, category }: CatalogueAddress): Partial<ProductListQuery> {
  // Lists the orders by name: pages for visitors must not contain names of price fields.
  const ask: CategoryAsk & { category?: Category } =
    category === 'ofertas' ? { category } : category ? CATEGORIES[category].ask : {}
  if (merch) return { ...ask, type: 'merch' }
  return ask.type ? ask : { ...ask, exclude_types: 'merch' }
}

function asksForType(category: Category): boolean {
  return 'type' in CATEGORIES[category].ask
}
