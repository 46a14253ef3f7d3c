import type { Blister, Product, ProductQuery } from '../../contract/catalog.ts'
import type { Audience, Page } from '../../contract/endpoint.ts'
import { MAX_ARRAY_LENGTH, MAX_RELATED } from '../../contract/limits.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../errors.ts'
import { listReleased, reclaim, releasePictures } from '../files/claim-pictures.ts'
import { pageOf, type Paging, pagingOf } from '../http/paging.ts'
import type { Shop } from '../shop.ts'
import type { ProductCounts } from './product-counts.ts'
import { findBlister, listBlisters } from './blister-queries.ts'
import { unusedLogos as unusedLogosOf } from './brand-queries.ts'
import * as queries from './queries.ts'
import { filterOf, orderOf, type ProductFilter, type ProductOrder } from './rules.ts'
import { spellingsOf } from './spelling.ts'
import { viewBlister, viewProducts } from './view.ts'

// What the room `orders` needs of the stock.
export { getForOrder, returnStock, takeGoods, takeStock } from './stock.ts'

export const NO_PRODUCT = 'Producto no encontrado'

/** For who asks for a page without saying how large. */
const USUAL_PAGE_SIZE = 20

/** About where the two ways of `selectFound` take the same time at 100,000 products. */
const FEW = 1_000

/** Likeness by groups of three letters, as the index has it, puts the word that was meant among the first. */
const NEAR_WORDS = 60

// ---- Looking ---------------------------------------------------------------------------------------------------

/**
 * A page when `page` or `page_size` was asked for, else an array of at most 100. What this caller may not ask is
 * ignored (see `filterOf`). When no product has the words of the search, products with similar ones are given.
 */
export async function listProducts(
  shop: Shop,
  query: ProductQuery,
  audience: Audience,
  counts: ProductCounts,
): Promise<Page<Product> | Product[]> {
  const paging =
    query.page === undefined && query.page_size === undefined ? undefined : pagingOf(query, USUAL_PAGE_SIZE)
  const filter = filterOf(query, audience)
  const order = orderOf(query, audience)
  const answer = (found: { results: Product[]; count: number }) =>
    paging ? pageOf('/products/', query, paging, found) : found.results
  if (!filter) return answer({ results: [], count: 0 })

  const find = (words: string[][]) =>
    selectPage(shop.db, {
      selection: { filter, words },
      order,
      paging,
      count: (selection) => counts.of(shop.db, selection, audience),
    })
  const asTyped = filter.words.map((word) => [word])
  let found = await find(asTyped)
  if (found.count === 0 && filter.words.length > 0) {
    const asMeant = await findSpellings(shop.db, filter.words)
    if (asMeant) found = await find(asMeant)
  }
  return answer({ results: await withBlisters(shop.db, found.rows), count: found.count })
}

/** What the head of the admin's list says. */
export function countByAvailability(shop: Shop): Promise<{ available: number; unavailable: number }> {
  return queries.countByAvailability(shop.db)
}

/** At most 100 unless asked for fewer, newest first; empty for callers without an account. */
export function listOnSale(shop: Shop, limit: number | undefined, audience: Audience): Promise<Product[]> {
  if (audience === 'anonymous') return Promise.resolve([])
  return listShown(shop, { onSale: true }, limit)
}

export function listHighlighted(shop: Shop, limit: number | undefined): Promise<Product[]> {
  return listShown(shop, { onSale: false, highlighted: true }, limit)
}

/** Throws a 404 for what this caller may not see: the same as for what does not exist. Admins see in how many orders it is. */
export async function getProduct(shop: Shop, id: number, audience: Audience): Promise<Product> {
  const [product] = await withBlisters(shop.db, [await getVisible(shop.db, id, audience)])
  if (!product) throw notFound(NO_PRODUCT)
  return audience === 'admin'
    ? { ...product, orders_count: await queries.countOrdersWith(shop.db, id) }
    : product
}

/** At most 4 available products of the same brand, the same type first; none when it has no brand. */
export async function listRelated(shop: Shop, id: number, audience: Audience): Promise<Product[]> {
  const like = await getVisible(shop.db, id, audience)
  if (like.brand_id === null) return []
  const related = await queries.listOfBrand(shop.db, { like, sameType: true, limit: MAX_RELATED })
  if (related.length < MAX_RELATED) {
    const limit = MAX_RELATED - related.length
    related.push(...(await queries.listOfBrand(shop.db, { like, sameType: false, limit })))
  }
  return withBlisters(shop.db, related)
}

export async function getBlister(
  shop: Shop,
  id: number,
  audience: Audience,
): Promise<Blister & { product_id: number }> {
  const blister = await findBlister(shop.db, id)
  if (!blister || !(blister.available || audience === 'admin')) throw notFound('Presentación no encontrada')
  return { ...viewBlister(blister), product_id: blister.product_id }
}

/** How many products anybody may see. */
export function countShown(shop: Shop): Promise<number> {
  const filter = { words: [], available: true, onSale: false }
  return queries.countProducts(shop.db, { filter, words: [] })
}

/** Ids of the products anybody may see, oldest first: no save changes their order. */
export function listShownIds(shop: Shop, part: { limit: number; offset: number }): Promise<number[]> {
  return queries.listShownIds(shop.db, part)
}

async function getVisible(db: Db, id: number, audience: Audience): Promise<queries.ListedProduct> {
  const product = await queries.findProduct(db, id)
  if (!product || !(product.available || audience === 'admin')) throw notFound(NO_PRODUCT)
  return product
}

async function listShown(
  shop: Shop,
  which: Pick<ProductFilter, 'onSale' | 'highlighted'>,
  limit = MAX_ARRAY_LENGTH,
): Promise<Product[]> {
  const filter = { words: [], available: true, ...which }
  const rows = await queries.listProducts(shop.db, {
    filter,
    words: [],
    order: 'newest',
    limit,
    offset: 0,
  })
  return withBlisters(shop.db, rows)
}

/** How the words may have been meant; undefined when they are as near as can be already, or one is near to nothing. */
async function findSpellings(db: Db, words: string[]): Promise<string[][] | undefined> {
  const spellings = await Promise.all(
    words.map(async (word) => spellingsOf(word, await queries.listNearWords(db, word, NEAR_WORDS))),
  )
  const isAsTyped = spellings.every(([first], index) => first === words[index])
  return isAsTyped || spellings.some(({ length }) => length === 0) ? undefined : spellings
}

interface AskedPage {
  selection: queries.Selection
  order: ProductOrder
  paging: Paging | undefined
  count: (selection: queries.Selection) => Promise<number>
}

async function selectPage(db: Db, asked: AskedPage) {
  const { pageSize: limit, offset } = asked.paging ?? { pageSize: MAX_ARRAY_LENGTH, offset: 0 }
  const question = { ...asked.selection, order: asked.order, limit, offset }
  if (asked.selection.words.length > 0) {
    return selectFound(db, question, await asked.count(asked.selection))
  }
  const rows = await queries.listProducts(db, question)
  // A page that is not full, and an array, tell the count themselves.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const isCounted = isLast || !asked.paging
  return { rows, count: isCounted ? offset + rows.length : await asked.count(asked.selection) }
}

/**
 * A word that few products have is looked up in the index of words, else reading the list in its order comes sooner
 * to a full page. The database guesses how many have a word, and guesses badly for rare ones: so we count first.
 */
async function selectFound(db: Db, question: queries.ListQuestion, count: number) {
  if (count <= question.offset) return { rows: [], count }
  const list = count <= FEW ? queries.listFound : queries.listProducts
  return { rows: await list(db, question), count }
}

async function withBlisters(db: Db, rows: queries.ListedProduct[]): Promise<Product[]> {
  if (rows.length === 0) return []
  return viewProducts(
    rows,
    await listBlisters(
      db,
      rows.map(({ id }) => id),
    ),
  )
}

/**
 * Lets go of those of these pictures that nothing shows any longer, for who has just replaced or removed what did.
 * Lines of orders keep the picture of what was sold, so orders call it too when lines go.
 */
export async function freePictures(tx: Db, ids: string[], at: Date): Promise<void> {
  await releasePictures(tx, { preset: 'product', ids: await queries.unusedPictures(tx, ids), at })
}

/**
 * Call it before pictures are removed. Whoever let go of a picture looked whether anything else shows it, but does not see
 * an order or another product that took it up in that very moment: this looks again, a day later.
 */
export async function keepShownPictures(shop: Shop, before: Date): Promise<void> {
  const pictures = await listReleased(shop.db, 'product', before)
  const unused = new Set(await queries.unusedPictures(shop.db, pictures))
  const logos = await listReleased(shop.db, 'brand', before)
  const unusedLogos = new Set(await unusedLogosOf(shop.db, logos))
  const shown = [...pictures.filter((id) => !unused.has(id)), ...logos.filter((id) => !unusedLogos.has(id))]
  await reclaim(shop.db, shown, shop.now())
}
