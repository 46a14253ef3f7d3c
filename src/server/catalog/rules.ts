import { type FactRange, isFactName } from '../../contract/catalog/facts.ts'
import { type FacetName, rangesOf, readFacets } from '../../contract/catalog/facets.ts'
import { CATEGORIES, type CategoryAsk, categoryOf } from '../../contract/catalog/categories.ts'
import type { ProductQuery } from '../../contract/catalog/catalog.ts'
import type { BlisterInput, ProductInput, ProductUpdate } from '../../contract/catalog/product-input.ts'
import type { Audience } from '../../contract/endpoint.ts'
import { plainText } from '../../contract/plain-text.ts'
import { sameSeedCount, sizeErrors } from '../../contract/catalog/product-rules.ts'
import { MAX_STOCK } from '../../contract/limits.ts'
import { finalPrice } from '../../contract/catalog/final-price.ts'
import { type Centavos, PRICE_RANGES, toCentavos } from '../../contract/money.ts'
import type { ProductType } from '../../contract/catalog/product-types.ts'

/** The filters that the audience may use. */
export interface ProductFilter {
  types?: ProductType[] | undefined
  exceptTypes?: ProductType[] | undefined
  brand?: string | undefined
  /** Of each fact, one of these. */
  ranges?: FactRange[][] | undefined
  /** Of each kind, one of these: 'aroma:limon'. */
  tags?: string[][] | undefined
  /** What a product must not have, each as its words and facts: 'que no sea índica'. */
  without?: string[][] | undefined
  available?: boolean | undefined
  highlighted?: boolean | undefined
  limitedEdition?: boolean | undefined
  onSale: boolean
  hasPrice?: boolean | undefined
  /** Centavos, half open: from <= lowest final price < below. */
  priceFrom?: Centavos | undefined
  priceBelow?: Centavos | undefined
  stock?: StockLevel | undefined
  ids?: number[] | undefined
}

/** By the units of all presentations of a product: at least 1, 1 to 4, or 0. */
export type StockLevel = 'with-stock' | 'low-stock' | 'out-of-stock'

/**
 * `stocked`: products with stock first, newest first in each group; `buyable` adds a middle group with stock but no
 * price; `shown` is `buyable` with the hidden products last, for those who see them.
 */
export type ProductOrder =
  | 'stocked'
  | 'buyable'
  | 'shown'
  | 'newest'
  | 'name'
  | 'cheapest'
  | 'dearest'
  | 'strongest'
  | 'earliest'
  | 'heaviest'

/**
 * Undefined when the result is always empty. For visitors no filter or order may depend on a price, or responses
 * would reveal prices step by step; only admins may filter by availability.
 */
export function filterOf(query: ProductQuery, audience: Audience): ProductFilter | undefined {
  const maySeePrices = audience !== 'anonymous'
  const category = categoryOf(query.category, query.categories)
  const { type, limitedEdition }: CategoryAsk = category ? CATEGORIES[category].ask : {}
  const onSale = query.discount === true || category === 'ofertas'
  if (onSale && !maySeePrices) return undefined
  if (query.ids?.length === 0) return undefined
  return {
    types: query.type?.length ? query.type : type && [type],
    exceptTypes: query.exclude_types?.length ? query.exclude_types : undefined,
    brand: query.brand || undefined,
    available: audience === 'admin' ? askedAvailability(query) : true,
    highlighted: query.highlighted,
    limitedEdition:
      query.limitedEdition ??
      query.limited_edition ??
      (query.edition ? query.edition === 'limited' : limitedEdition && true),
    ids: query.ids,
    ...facetsOf(query.facets ?? ''),
    stock: stockLevel(query) ?? (hasFacet(query.facets, 'stock') ? 'with-stock' : undefined),
    onSale: onSale && maySeePrices,
    ...(maySeePrices && priceBounds(query)),
  }
}

/** Values of one facet are alternatives. */
function facetsOf(text: string): Pick<ProductFilter, 'ranges' | 'tags'> {
  const groups = Object.entries(Object.groupBy(readFacets(text), ({ name }) => name))
  const values = groups.map(([name, group]) => ({ name, values: group.map(({ value }) => value) }))
  const ranges = values.flatMap(({ name, values: chosen }) =>
    isFactName(name)
      ? [rangesOf(name).flatMap(({ value, range }) => (chosen.includes(value) ? [range] : []))]
      : [],
  )
  const tags = values.flatMap(({ name, values: chosen }) =>
    isFactName(name) || name === 'stock' ? [] : [chosen.map((value) => `${name}:${value}`)],
  )
  return { ...(ranges.length > 0 && { ranges }), ...(tags.length > 0 && { tags }) }
}

function hasFacet(text = '', name: FacetName): boolean {
  return readFacets(text).some((value) => value.name === name)
}

export function orderOf(query: ProductQuery, audience: Audience): ProductOrder {
  if (query.ordering === 'name') return 'name'
  if (query.ordering === '-created_at') return 'newest'
  if (query.ordering === '-thc') return 'strongest'
  if (query.ordering === 'flowering') return 'earliest'
  if (query.ordering === '-yield') return 'heaviest'
  if (audience === 'anonymous') return 'stocked'
  if (query.ordering === 'min_price') return 'cheapest'
  if (query.ordering === '-min_price') return 'dearest'
  return audience === 'admin' && askedAvailability(query) === undefined ? 'shown' : 'buyable'
}

function askedAvailability(query: ProductQuery): boolean | undefined {
  return query.available ?? (query.availability && query.availability === 'available')
}

function priceBounds(query: ProductQuery): Pick<ProductFilter, 'hasPrice' | 'priceFrom' | 'priceBelow'> {
  const range = PRICE_RANGES.find(({ value }) => value === query.priceRange)
  return {
    hasPrice: query.priceStatus && query.priceStatus === 'with-price',
    priceFrom: range && toCentavos(range.from),
    priceBelow: range && Number.isFinite(range.below) ? toCentavos(range.below) : undefined,
  }
}

/** Clients use three names for the same filter; the first one given counts. */
function stockLevel(query: ProductQuery): StockLevel | undefined {
  return query.stockFilter ?? query.stock ?? (query.no_stock ? 'out-of-stock' : undefined)
}

// ---- Search ----------------------------------------------------------------------------------------------------

/** Lower case, without accents, one space between words: for searching and ordering. */
export function normalise(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** At most eight words, to limit the work. */
export function searchWords(search: string): string[] {
  const words = normalise(search).split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, 8)
}

/** Prefixes match too: 'feminizada', 'regular'. */
const TYPE_WORDS: Record<ProductType, string> = {
  fem: 'feminizadas fotoperiodicas',
  auto: 'automaticas',
  reg: 'regulares',
  merch: 'merchandising',
}

/** The lines of the text that searches look in, counted from 1. The database adds those from the seventh on. */
export const SEARCH_LINES = {
  name: 1,
  genotype: 2,
  flavors: 3,
  brand: 4,
  sku: 5,
  effects: 7,
  /** Without blanks and marks. */
  joinedName: 9,
} as const

/** The text that searches look in, without what the database adds. The name is its first line, so that it also orders by name. */
export function searchText(
  product: { name: string; genotype: string; flavors: string; sku: string; type: ProductType },
  brand: string,
): string {
  const { name, genotype, flavors, sku, type } = product
  return [name, genotype, flavors, brand, sku, TYPE_WORDS[type]].map(normalise).join('\n')
}

// ---- Saving ----------------------------------------------------------------------------------------------------

/** A presentation as stored, with the final price that customers pay. */
export interface PricedPresentation {
  seed_count: number
  size: string
  price: Centavos
  discount: number
  final_price: Centavos
}

export function pricedPresentation(input: BlisterInput, type: ProductType): PricedPresentation {
  const price = toCentavos(input.price)
  return {
    seed_count: type === 'merch' ? 1 : input.seed_count,
    size: input.size ?? '',
    price,
    discount: input.discount,
    final_price: finalPrice(price, input.discount),
  }
}

/** Presentations with the sizes that they have after the save: those that were not sent stay, and seeds have none. */
export function withSizes(
  blisters: BlisterInput[],
  type: ProductType,
  stored: readonly { id: number; size: string }[],
): BlisterInput[] {
  const storedSize = (id: number | undefined) => stored.find((blister) => blister.id === id)?.size
  return blisters.map((sent) => ({
    ...sent,
    size: type === 'merch' ? (sent.size ?? storedSize(sent.id) ?? '') : '',
  }))
}

/** '5 semillas', 'talle XL' or '1 unidad': a presentation in a sentence about its product. */
export function presentationWords({ seed_count, size }: { seed_count: number; size: string }): string {
  return size ? `talle ${size}` : `${seed_count} ${seed_count === 1 ? 'unidad' : 'semillas'}`
}

/** Errors by field that concern several presentations; undefined without errors. */
export function presentationErrors(input: ProductInput): Record<string, string[]> | undefined {
  if (input.type === 'merch' && input.blisters.length === 0) {
    return { blisters: ['El merchandising tiene al menos una presentación'] }
  }
  const ids = input.blisters.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) return { blisters: ['Una presentación está repetida'] }
  return undefined
}

/**
 * Presentations that cannot be told apart: with the seed count of an earlier one, where stored duplicates may be saved again, or
 * without a size of their own.
 */
export function repeatedPresentations(
  input: ProductInput,
  stored: readonly { seed_count: number }[] = [],
): Record<string, string[]> | undefined {
  if (input.type === 'merch') {
    const errors = sizeErrors(input.blisters.map(({ size = '' }) => size))
    const wrong = errors.flatMap((text, index) => (text ? [[`blisters.${index}.size`, [text]]] : []))
    return wrong.length > 0 ? Object.fromEntries(wrong) : undefined
  }
  const counts = input.blisters.map(({ seed_count }) => seed_count)
  const isStored = (count: number) => stored.filter(({ seed_count }) => seed_count === count).length > 1
  const again = counts.flatMap((count, index) =>
    counts.indexOf(count) < index && !isStored(count) ? [{ count, index }] : [],
  )
  if (again.length === 0) return undefined
  return Object.fromEntries(
    again.map(({ count, index }) => [`blisters.${index}.seed_count`, [sameSeedCount(count)]]),
  )
}

/**
 * The stock after a save: adds the form's change (`stock` less `stock_loaded`) to the current stock, which keeps
 * sales in between. Undefined when the result is out of range.
 */
export function stockAfter(
  now: number,
  input: Pick<BlisterInput, 'stock' | 'stock_loaded'>,
): number | undefined {
  const stock = input.stock_loaded === undefined ? input.stock : now + (input.stock - input.stock_loaded)
  return stock >= 0 && stock <= MAX_STOCK ? stock : undefined
}

type Kept = Pick<
  ProductInput,
  | 'sowing'
  | 'difficulty'
  | 'places'
  | 'zones'
  | 'inase_name'
  | 'inase_number'
  | 'highlighted'
  | 'limited_edition'
  | 'available'
>

/** Fields that stay unless they are sent. */
export function keptOf(sent: ProductUpdate, before: Kept): Kept {
  return {
    sowing: sent.sowing ?? before.sowing,
    difficulty: sent.difficulty ?? before.difficulty,
    places: sent.places ?? before.places,
    zones: sent.zones ?? before.zones,
    inase_name: sent.inase_name ?? before.inase_name,
    inase_number: sent.inase_number ?? before.inase_number,
    highlighted: sent.highlighted ?? before.highlighted,
    limited_edition: sent.limited_edition ?? before.limited_edition,
    available: sent.available ?? before.available,
  }
}
