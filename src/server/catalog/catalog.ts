import { serviceAsked } from '../../contract/catalog/service-asked.ts'
import { PRODUCT_NOT_FOUND } from '../../contract/errors.ts'
import type * as contract from '../../contract/catalog/catalog.ts'
import type { Product, ProductQuery } from '../../contract/catalog/catalog.ts'
import type { Audience } from '../../contract/endpoint.ts'
import { MAX_ARRAY_LENGTH, MAX_RELATED, MAX_SUGGESTED, TO_SOW } from '../../contract/limits.ts'
import { dayOf } from '../days.ts'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import { pictureIdsLeft, reclaimShown, releasePictures } from '../files/mark-used.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, type Paging, pagingAsked } from '../http/paging.ts'
import type { Shop } from '../shop.ts'
import { ListMemory } from './list-memory.ts'
import * as facets from './facets/list-facets.ts'
import { findBlister } from './blister-queries.ts'
import { unusedLogos } from './brands/brand-queries.ts'
import * as queries from './queries.ts'
import { filterOf, normalise, orderOf, type ProductFilter, type ProductOrder } from './rules.ts'
import { listFound, listMany } from './search/search-queries.ts'
import { deleteOldSearches } from './search/search-term-queries.ts'
import type { SearchTerms } from './search/search-terms.ts'
import type { Selection } from './selection.ts'
import { correctable, spellingsOf } from './search/spelling.ts'
import { type Scale, scalesOf } from './search/scales.ts'
import { partsOf, type Part, stemOf, type Synonyms, wider } from './search/understand.ts'
import { viewBlister, viewProduct } from './view.ts'

// For the room `orders`.
export { chooseLots, retakeLots, settleLots } from './lots/lot-units.ts'
export { suggestUnits } from './lots/suggest.ts'
export { announceLots, listChosen, listOffered } from './lots/unit-queries.ts'
export { IS_ON_HOLD } from './lots/withhold.ts'
export { isLow } from './stock/low-stock-queries.ts'
export {
  getForOrder,
  refuseShort,
  returnStock,
  type Sellable,
  takeAvailable,
  takeStock,
} from './stock/stock.ts'
// For the start and its jobs.
export { mailRestocked } from './notices/notices.ts'
export { applyDuePrices } from './prices/price-schedules.ts'
export { renewSearchTexts } from './search/renew-search-texts.ts'
export { SearchTerms } from './search/search-terms.ts'
export { mailLowStock } from './stock/low-stock.ts'

const USUAL_PAGE_SIZE = 20

/** At about this many matches both ways of `selectFound` take the same time, with 100,000 products. */
const FEW = 1_000

/** Candidates of a typo: by trigram similarity the intended word is among the first this many. */
const NEAR_WORDS = 60

// ---- Reading ---------------------------------------------------------------------------------------------------

/**
 * A page when `page` or `page_size` is given, else an array of at most 100. Filters that the audience may not use are
 * ignored (see `filterOf`). When no product has the words of the search, products with similar words are returned.
 */
export async function listProducts(
  { shop, audience, query }: InputOf<typeof contract.listProducts, 'audience'>,
  memory: ListMemory,
) {
  const paging = pagingAsked(query, USUAL_PAGE_SIZE)
  const filter = filterOf(query, audience)
  const order = orderOf(query, audience)
  const answer = (found: { results: Product[]; count: number }) =>
    paging ? pageOf('/products/', query, paging, found) : found.results
  if (!filter) return answer({ results: [], count: 0 })

  const asked = await select(shop, filter, { search: query.search, audience, memory })
  const found = await selectPage(shop.db, {
    ...asked,
    order,
    paging,
    count: (counted) => memory.counts.of(shop.db, counted, audience),
  })
  return answer({ results: found.rows.map(viewProduct), count: found.count })
}

/** The first that visitors find by a search that is being typed. */
export async function suggestProducts(
  { shop, query: { q: search } }: InputOf<typeof contract.suggestProducts>,
  memory: ListMemory,
) {
  if (!search) return []
  const audience = 'anonymous'
  const asked = await select(shop, { available: true, onSale: false }, { search, audience, memory })
  const { rows } = await selectPage(shop.db, {
    ...asked,
    order: 'stocked',
    paging: { page: 1, pageSize: MAX_SUGGESTED, offset: 0 },
    count: (counted) => memory.counts.of(shop.db, counted, audience),
  })
  return rows
}

/** The products that visitors find by a search. */
export function countFound(shop: Shop, search: string, memory: ListMemory): Promise<number> {
  return countListed(shop, { search }, 'anonymous', memory)
}

async function countListed(
  shop: Shop,
  query: ProductQuery,
  audience: Audience,
  memory: ListMemory,
): Promise<number> {
  const found = await listProducts({ shop, audience, query: { ...query, page: 1, page_size: 1 } }, memory)
  return Array.isArray(found) ? found.length : found.count
}

/**
 * Writes the search terms counted since the last call to the database, and which of them found nothing. Visitors choose
 * how costly these searches are, so they use the connections of public work.
 */
export async function writeSearches(shop: Shop, terms: SearchTerms): Promise<void> {
  const memory = new ListMemory()
  const publicShop = { ...shop, db: shop.database.publicDb }
  await terms.write(shop, async (search) => (await countFound(publicShop, search, memory)) > 0)
}

/** Retention of search terms: a month can be compared with that of the previous year. */
const SEARCHES_KEPT_MS = 400 * 24 * 60 * 60_000

export function forgetOldSearches({ db, now }: Shop): Promise<void> {
  return deleteOldSearches(db, dayOf(new Date(now().getTime() - SEARCHES_KEPT_MS)))
}

/** For the head of the admin's list. */
export function countByAvailability({ shop }: InputOf<typeof contract.countProducts>) {
  return queries.countByAvailability(shop.db)
}

/** At most 100, in the order of visitors; empty for visitors. */
export function listOnSale({
  shop,
  audience,
  query: { limit },
}: InputOf<typeof contract.listOnSale, 'audience'>) {
  if (audience === 'anonymous') return Promise.resolve([])
  return listShown(shop, { onSale: true }, limit)
}

export function listHighlighted({ shop, query: { limit } }: InputOf<typeof contract.listHighlighted>) {
  return listShown(shop, { onSale: false, highlighted: true }, limit)
}

export async function listToSow({ shop }: InputOf<typeof contract.listToSow>) {
  const month = Number(dayOf(shop.now()).slice(5, 7))
  return { month, products: (await queries.listSownIn(shop.db, month, TO_SOW)).map(viewProduct) }
}

/** Throws 404 for what does not exist or the audience may not see. Admins also get the number of its orders. */
export async function getProduct({
  shop,
  audience,
  params: { id },
}: InputOf<typeof contract.getProduct, 'audience'>) {
  const product = viewProduct(await getVisible(shop.db, id, audience))
  return audience === 'admin'
    ? { ...product, orders_count: await queries.countOrdersWith(shop.db, id) }
    : product
}

/** At most 4 available products of the same brand, those of the same type first; none for a product without a brand. */
export async function listRelated({
  shop,
  audience,
  params: { id },
}: InputOf<typeof contract.listRelated, 'audience'>) {
  const like = await getVisible(shop.db, id, audience)
  if (like.brand_id === null) return []
  const related = await queries.listOfBrand(shop.db, { like, sameType: true, limit: MAX_RELATED })
  if (related.length < MAX_RELATED) {
    const limit = MAX_RELATED - related.length
    related.push(...(await queries.listOfBrand(shop.db, { like, sameType: false, limit })))
  }
  return related.map(viewProduct)
}

export async function getBlister({
  shop,
  audience,
  params: { id },
}: InputOf<typeof contract.getBlister, 'audience'>) {
  const blister = await findBlister(shop.db, id)
  if (!blister || !(blister.available || audience === 'admin')) throw notFound('Presentación no encontrada')
  return { ...viewBlister(blister), product_id: blister.product_id }
}

/** The number of products that visitors see. */
export function countShown(shop: Shop): Promise<number> {
  const filter = { available: true, onSale: false }
  return queries.countProducts(shop.db, { filter, words: [] })
}

/** Ids of the products that visitors see, oldest first, so that no save changes their order. */
export function listShownIds(shop: Shop, part: { limit: number; offset: number }): Promise<number[]> {
  return queries.listShownIds(shop.db, part)
}

async function getVisible(db: Db, id: number, audience: Audience): Promise<queries.ListedProduct> {
  const product = await queries.findProduct(db, id)
  if (!product || !(product.available || audience === 'admin')) throw notFound(PRODUCT_NOT_FOUND)
  return product
}

async function listShown(
  shop: Shop,
  which: Pick<ProductFilter, 'onSale' | 'highlighted'>,
  limit = MAX_ARRAY_LENGTH,
): Promise<Product[]> {
  const filter = { available: true, ...which }
  const rows = await queries.listProducts(shop.db, {
    filter,
    words: [],
    order: 'stocked',
    limit,
    offset: 0,
  })
  return rows.map(viewProduct)
}

/** What a list can be narrowed by. */
export function listFacets(
  { shop, audience, query }: InputOf<typeof contract.listFacets, 'audience'>,
  memory: ListMemory,
) {
  return facets.listFacets(shop, query, {
    audience,
    memory,
    lists: {
      select: (filter, search) => select(shop, filter, { search, audience, memory }),
      count: (asked) => countListed(shop, asked, audience, memory),
    },
  })
}

/**
 * The selection of a filter and a search, with its length if it had to be counted. A search that finds nothing, whatever it is narrowed by,
 * is looked for in descriptions, said less strictly, and at last corrected.
 */
async function select(
  shop: Shop,
  filter: ProductFilter,
  { search, audience, memory }: { search: string | undefined; audience: Audience; memory: ListMemory },
): Promise<{ selection: Selection; length?: number }> {
  if (!search) return { selection: { filter, words: [] } }
  const synonyms = await memory.synonyms(shop.db)
  const parts = partsOf(search, synonyms)
  const selectionFor = (wanted: Part[], among = filter) => selectionOf(among, wanted, { search, audience })
  const asked = selectionFor(parts)
  if (asked.words.length === 0) return { selection: asked }
  const count = (selection: Selection) => memory.counts.of(shop.db, selection, audience)
  const length = await count(asked)
  if (length > 0) return { selection: asked, length }
  const isFound = (await count(selectionFor(parts, { available: filter.available, onSale: false }))) > 0
  const described = { ...asked, described: true }
  // 'garantía' in a description is no answer.
  if (!isFound && !serviceAsked(search) && (await count(described)) > 0) return { selection: described }
  const wide = isFound ? undefined : wider(parts, synonyms)
  if (wide && (await count(selectionFor(wide))) > 0) return { selection: selectionFor(wide) }
  const corrected = await correct(shop.db, asked, synonyms)
  return corrected ? { selection: corrected } : { selection: asked, length }
}

/** The selection that a search asks for: its words, and its numbers beside those of the filter. */
function selectionOf(
  filter: ProductFilter,
  parts: Part[],
  { search, audience }: { search: string; audience: Audience },
): Selection {
  const words = parts.filter(({ word }) => word !== undefined)
  const ranges = parts.flatMap(({ range }) => (range ? [[range]] : []))
  const relatives = words.flatMap(({ word, relatives }) => (word && relatives ? [[word, relatives]] : []))
  const unwanted = parts.flatMap((part) => (part.without ? [part.without] : []))
  // Whoever only says what a seed must not be, or what it costs, asks for no cap.
  const namesNothing = parts.every((part) => !part.range && part.word === undefined)
  const without = namesNothing && parts.length > 0 ? [...unwanted, ['merchandising']] : unwanted
  const scales = scalesAsked(parts, audience)
  const hasFacts = ranges.length + without.length > 0
  return {
    filter: {
      ...filter,
      ...(ranges.length > 0 && { ranges: [...(filter.ranges ?? []), ...ranges] }),
      ...(without.length > 0 && { without }),
    },
    words: words.map(({ word = '' }) => [word]),
    ...(scales.length > 0 && { scales }),
    ...(words.length > 0 && {
      phrase: hasFacts ? words.map(({ typed }) => typed).join(' ') : normalise(search),
    }),
    ...(relatives.length > 0 && { relatives: Object.fromEntries(relatives) as Record<string, string[]> }),
  }
}

/** In the order of the words. For visitors no order may depend on a price. */
function scalesAsked(parts: Part[], audience: Audience): Scale[] {
  return parts
    .flatMap(({ scales, relatives = [] }) => scales ?? scalesOf(relatives))
    .filter(({ of }) => of !== 'price' || audience !== 'anonymous')
}

/** The possible spellings of each word, 'andina7' also in two; undefined when all words are known, or one has no similar word. */
async function correct(db: Db, asked: Selection, synonyms: Synonyms): Promise<Selection | undefined> {
  const words = asked.words.flat()
  const taught = [...synonyms.values()].map(({ word }) => word)
  const meant = new Map<string, string[]>()
  for (const word of correctable(words)) {
    const known = [...(await queries.listNearWords(db, word, NEAR_WORDS)), ...taught]
    const spellings = spellingsOf(word, known)
    if (spellings.length === 0) return undefined
    if (spellings[0] !== word) meant.set(word, spellings)
  }
  const found = words.map((word) => meant.get(word) ?? [word, ...apart(word)])
  if (meant.size === 0 && found.every(({ length }) => length === 1)) return undefined
  const { phrase: _phrase, relatives = {}, ...rest } = asked
  const taughtNow = found.flatMap(([word = '']) => {
    const means = relatives[word] ?? synonyms.get(stemOf(word))?.means
    return means ? [[word, means] as const] : []
  })
  const scales = [
    ...(rest.scales ?? []),
    ...taughtNow.flatMap(([word, means]) => (relatives[word] ? [] : scalesOf(means))),
  ]
  return {
    ...rest,
    words: found,
    ...(scales.length > 0 && { scales }),
    ...(taughtNow.length > 0 && { relatives: Object.fromEntries(taughtNow) }),
  }
}

/** 'andina7' as names have it: 'andina 7'. */
function apart(word: string): string[] {
  return /^[a-z]{3,}\d+$/.test(word) ? [word.replace(/\d/, ' $&')] : []
}

interface AskedPage {
  selection: Selection
  /** If it is known. */
  length?: number
  order: ProductOrder
  paging: Paging | undefined
  count: (selection: Selection) => Promise<number>
}

async function selectPage(db: Db, asked: AskedPage) {
  const { pageSize: limit, offset } = asked.paging ?? { pageSize: MAX_ARRAY_LENGTH, offset: 0 }
  const question = { ...asked.selection, order: asked.order, limit, offset }
  if (asked.selection.words.length > 0) {
    return selectFound(db, question, asked.length ?? (await asked.count(asked.selection)))
  }
  const rows = await queries.listProducts(db, question)
  // A page that is not full tells the count, and an array needs none.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const isCounted = isLast || !asked.paging
  return { rows, count: isCounted ? offset + rows.length : await asked.count(asked.selection) }
}

/**
 * Counts first, as the planner estimates rare words badly: few matches are read from the trigram index, many by
 * scanning the list in order until the page is full.
 */
async function selectFound(db: Db, question: queries.ListQuestion, count: number) {
  if (count <= question.offset) return { rows: [], count }
  const list = count <= FEW ? listFound : listMany
  return { rows: await list(db, question), count }
}

/**
 * Releases the pictures in `before` that are not in `after` and that nothing else uses. Order lines use pictures too,
 * so it is also called for removed lines.
 */
export async function freePictures(
  tx: Tx,
  at: Date,
  before: (string | null)[],
  after: (string | null)[] = [],
): Promise<void> {
  const ids = await queries.unusedPictures(tx, pictureIdsLeft('product', before, after))
  await releasePictures(tx, { preset: 'product', ids, at })
}

/** Reclaims released pictures that products, order lines, brands or settings show. */
export async function keepShownPictures(shop: Shop, before: Date): Promise<void> {
  await reclaimShown(shop, { preset: 'product', before, unusedOf: queries.unusedPictures })
  await reclaimShown(shop, { preset: 'brand', before, unusedOf: unusedLogos })
}
