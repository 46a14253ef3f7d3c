import { CATEGORIES, categoryOf } from '../../../contract/catalog/categories.ts'
import type { Choices, ProductQuery } from '../../../contract/catalog/catalog.ts'
import { readFacets, writeFacets } from '../../../contract/catalog/facets.ts'
import { type ProductType, TYPE_LABEL } from '../../../contract/catalog/product-types.ts'
import type { Audience } from '../../../contract/endpoint.ts'
import type { Shop } from '../../shop.ts'
import type { ListMemory } from '../list-memory.ts'
import { filterOf, normalise, type ProductFilter } from '../rules.ts'
import { type Part, partsOf } from '../search/understand.ts'
import type { Selection } from '../selection.ts'
import { countFacets } from './count-facets.ts'
import { listMatchingIds, listPriceRanges } from './facet-queries.ts'

/** Most conditions that an empty list is counted without. */
const MOST_WAYS = 6

/** All other types are seeds. */
const NOT_SEEDS: ProductType[] = ['merch']

/** How the room lists products. */
interface Lists {
  /** The selection of a search, with typos corrected. */
  select: (filter: ProductFilter, search: string | undefined) => Promise<{ selection: Selection }>
  /** The length of the list of a query. */
  count: (query: ProductQuery) => Promise<number>
}

/** What the list of a query can be narrowed by, and the ways on when it is empty. */
export async function listFacets(
  shop: Shop,
  query: ProductQuery,
  { audience, memory, lists }: { audience: Audience; memory: ListMemory; lists: Lists },
): Promise<Choices> {
  const { facets: text = '', ...rest } = query
  const chosen = readFacets(text)
  const filter = filterOf(rest, audience)
  if (!filter) return { count: 0, facets: [], chosen: [], elsewhere: 0, ways: [] }
  const { selection } = await lists.select(filter, query.search)
  const [facts, stocked, ids] = await Promise.all([
    memory.facts(shop.db),
    memory.stocked(shop.db),
    isKnown(selection) ? undefined : listMatchingIds(shop.db, selection).then((found) => new Set(found)),
  ])
  const { types, exceptTypes } = filter
  const { chips, ...counted } = countFacets(facts, {
    chosen,
    isAsked: (type) => (types?.includes(type) ?? true) && !exceptTypes?.includes(type),
    isFound: (id) => ids?.has(id) ?? true,
    isStocked: (id) => stocked.has(id),
  })
  const without = (index: number) => writeFacets(chosen.filter((_, place) => place !== index))
  return {
    ...counted,
    chosen: chips.map((label, index) => ({ label, facets: without(index) })),
    elsewhere: counted.count > 0 ? 0 : await countElsewhere(query, lists),
    ...(audience !== 'anonymous' && { prices: await listPrices(shop, query, { audience, lists }) }),
    ways: counted.count > 0 ? [] : await waysOn(query, chips, { shop, memory, lists }),
  }
}

/** The ranges of prices in the list without its own range. */
async function listPrices(
  shop: Shop,
  query: ProductQuery,
  { audience, lists }: { audience: Audience; lists: Lists },
): Promise<string[]> {
  const filter = filterOf({ ...query, priceRange: undefined }, audience)
  if (!filter) return []
  return listPriceRanges(shop.db, (await lists.select(filter, query.search)).selection)
}

/** Types of what visitors see, whose ids need not be read. */
function isKnown({ filter, words }: Selection): boolean {
  const { available, types: _, exceptTypes: _except, ...others } = filter
  return available === true && words.length === 0 && Object.values(others).every((value) => !value)
}

function countElsewhere({ search, type }: ProductQuery, lists: Lists): number | Promise<number> {
  if (!search) return 0
  const other = type?.includes('merch') ? { exclude_types: NOT_SEEDS } : { type: NOT_SEEDS }
  return lists.count({ search, ...other })
}

async function waysOn(
  query: ProductQuery,
  chips: string[],
  { shop, memory, lists }: { shop: Shop; memory: ListMemory; lists: Lists },
): Promise<Choices['ways']> {
  const { search = '', facets = '' } = query
  const chosen = readFacets(facets)
  const parts = search ? partsOf(search, await memory.synonyms(shop.db)) : []
  const kind = kindOf(query)
  const shown = ({ label, typed }: Part) => (label === typed ? labelIn(search, typed) : label)
  const left = (dropped: Part[]) =>
    parts
      .filter((part) => !dropped.includes(part))
      .map(({ typed }) => typed)
      .join(' ')
  const unknown = parts.length > 2 ? await unknownOf(parts, lists) : []
  // Without one of several unknown words the list is as empty.
  const drops = unknown.length > 1 && unknown.length < parts.length ? [unknown] : parts.map((part) => [part])
  const conditions = [
    ...drops.map((dropped) => ({
      label: dropped.map(shown).join(', '),
      search: left(dropped),
      facets,
      all: false,
    })),
    ...chips.map((label, index) => ({
      label,
      search,
      facets: writeFacets(chosen.filter((_, place) => place !== index)),
      all: false,
    })),
    ...(kind ? [{ label: kind, search, facets, all: true }] : []),
  ].slice(0, MOST_WAYS)
  const ways: Choices['ways'] = []
  for (const condition of conditions) {
    const { category: _, categories: _list, type: _type, limitedEdition: _edition, ...rest } = query
    const asked = condition.all ? { ...rest, exclude_types: NOT_SEEDS } : query
    const count = await lists.count({ ...asked, search: condition.search, facets: condition.facets })
    if (count > 0) ways.push({ ...condition, count })
  }
  return ways.toSorted((a, b) => b.count - a.count)
}

/** The words that no product has. */
async function unknownOf(parts: Part[], lists: Lists): Promise<Part[]> {
  const unknown: Part[] = []
  for (const part of parts)
    if (part.range === undefined && (await lists.count({ search: part.typed })) === 0) unknown.push(part)
  return unknown
}

/** A word as it was typed, with its accents. */
function labelIn(search: string, typed: string): string {
  return search.split(/\s+/).find((word) => normalise(word) === typed) ?? typed
}

/** The type of seed or the edition that is asked for. */
function kindOf({ type, category, limitedEdition }: ProductQuery): string | undefined {
  const asked = categoryOf(category)
  if (asked) return CATEGORIES[asked].label
  if (limitedEdition) return CATEGORIES.limitada.label
  return type?.length === 1 && type[0] && type[0] !== 'merch' ? TYPE_LABEL[type[0]] : undefined
}
