import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FactRange } from '../../contract/catalog/facts.ts'
import { GROWING } from '../../contract/catalog/growing.ts'
import { LOW_PRODUCT_STOCK } from '../../contract/limits.ts'
import { plainText } from '../../contract/plain-text.ts'
import { containing } from '../db/like.ts'
import { LIKE_WORDS } from '../db/prepared.ts'
import type { ProductFilter, StockLevel } from './rules.ts'
import { rangeIn } from './search/facts-asked.ts'
import { stemOf } from './search/understand.ts'
import type { Scale } from './search/scales.ts'

export interface Selection {
  filter: ProductFilter
  /** The spellings of each word of the search; a product must contain one of each, or a relative. */
  words: string[][]
  /** What a word stands for, by its first spelling: beginnings of words, and facts ('exterior', 'thc desde 24'). */
  relatives?: Record<string, string[]>
  /** What the search wants first, unless another order is requested. */
  scales?: Scale[]
  /** Words may be in descriptions, too. */
  described?: boolean
  /** The search as names have it, for ranks; by default its words. */
  phrase?: string
}

/**
 * Searches that always use the trigram index keep their plan, whatever the words (`prepared.ts`). The index needs three
 * letters in a row.
 */
export function likeByIndex({ words, described, relatives = {} }: Selection): RawBuilder<unknown> {
  const isIndexed = ([word = '', ...others]: string[]) =>
    others.length === 0 && !described && !relatives[word] && /[\p{L}\p{N}]{3}/u.test(word)
  return words.every(isIndexed) ? sql`like` : LIKE_WORDS
}

export function matches(
  { filter, words, described = false, relatives = {} }: Selection,
  like: RawBuilder<unknown> = LIKE_WORDS,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  // Literals instead of parameters, so that the planner can use partial indexes and keep a plan for the values.
  if (filter.types) conditions.push(sql`p.type = any(${literals(filter.types)})`)
  if (filter.exceptTypes) conditions.push(sql`p.type <> all(${literals(filter.exceptTypes)})`)
  if (filter.brand !== undefined) {
    conditions.push(sql`p.brand_id = (select id from brands where lower(name) = lower(${filter.brand}))`)
  }
  for (const spellings of words) {
    const related = relatives[spellings[0] ?? '']
    // A known word is no part of another: 'menta' is not in 'Tormenta'.
    const any = related
      ? relatedTo([...spellings, ...related])
      : spellings.map((word) => sql`p.search_text ${like} ${containing(word)}`)
    const told = described ? spellings.flatMap(isDescribed) : []
    conditions.push(sql<SqlBool>`(${sql.join([...any, ...told], sql` or `)})`)
  }
  for (const ranges of filter.ranges ?? [])
    conditions.push(sql<SqlBool>`(${sql.join(ranges.map(overlaps), sql` or `)})`)
  for (const means of filter.without ?? [])
    conditions.push(sql<SqlBool>`(${sql.join(relatedTo(means), sql` or `)}) is not true`)
  for (const tags of filter.tags ?? []) conditions.push(sql`p.tags && ${tags}::text[]`)
  if (filter.available !== undefined)
    conditions.push(filter.available ? sql`p.available` : sql`not p.available`)
  if (filter.highlighted !== undefined)
    conditions.push(filter.highlighted ? sql`p.highlighted` : sql`not p.highlighted`)
  if (filter.limitedEdition !== undefined) {
    conditions.push(filter.limitedEdition ? sql`p.limited_edition` : sql`not p.limited_edition`)
  }
  if (filter.onSale) conditions.push(sql`p.max_discount > 0`)
  if (filter.hasPrice !== undefined) {
    conditions.push(filter.hasPrice ? sql`p.min_price is not null` : sql`p.min_price is null`)
  }
  if (filter.priceFrom !== undefined) conditions.push(sql`p.min_price >= ${sql.lit(filter.priceFrom)}`)
  if (filter.priceBelow !== undefined) conditions.push(sql`p.min_price < ${sql.lit(filter.priceBelow)}`)
  if (filter.stock) conditions.push(...stockConditions[filter.stock])
  if (filter.ids) conditions.push(sql`p.id = any(${filter.ids})`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Whether the description has these words, in any gender and number. */
function isDescribed(words: string): RawBuilder<unknown>[] {
  const stems = stemOf(words).match(/[\p{L}\p{N}]{3,}/gu)
  if (!stems) return []
  return [
    sql`to_tsvector('simple', folded(p.description)) @@ to_tsquery('simple', ${stems.map((stem) => `${stem}:*`).join(' & ')})`,
  ]
}

/** What tells the presentation `b` apart from others of its product `p`. */
const KIND = sql<string>`' ' || folded(case when p.type = 'merch' then b.size else 'x' || b.seed_count || ' semillas' end)`

/** Whether each word is in the texts of the product, or begins one of its presentation: 'remera xl', 'x5 luz mala'. */
export function presentationHas(words: string[]): RawBuilder<SqlBool> {
  const each = words.map(
    (word) =>
      sql`(p.search_text ${LIKE_WORDS} ${containing(word)} or ${KIND} ${LIKE_WORDS} ${containing(` ${word}`)})`,
  )
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`
}

/** A fact may be meant, too: where and how hard it is to grow, a number with its unit, or a pack. */
function relatedTo(means: string[]): RawBuilder<unknown>[] {
  const read = means.map((text) => ({
    text,
    range: rangeIn(text),
    tag: TAGS.get(text),
    isLimited: text === LIMITED,
    pack: /^x(\d{1,3})$/.exec(text)?.[1],
  }))
  const texts = read.flatMap(({ text, range, isLimited }) => (range || isLimited ? [] : [text]))
  const tags = read.flatMap(({ tag }) => tag ?? [])
  return [
    ...(texts.length > 0 ? [sql`p.search_text ~ ${beginningOf(texts)}`] : []),
    ...(tags.length > 0 ? [sql`p.tags && ${tags}::text[]`] : []),
    ...(read.some(({ isLimited }) => isLimited) ? [sql`p.limited_edition`] : []),
    ...read.flatMap(({ range, pack }) => [
      ...(range ? [overlaps(range)] : []),
      ...(pack ? [hasPack(Number(pack))] : []),
    ]),
  ]
}

const hasPack = (seeds: number) => sql`exists (
  select from blisters where product_id = p.id and deleted_at is null and seed_count = ${seeds} and p.type <> 'merch')`

/** Not the words, which may be in a name. */
const LIMITED = 'edicion limitada'

/** Tags by what the shop says of growing, folded, and by what prevails. */
const TAGS = new Map([
  ...Object.values(GROWING).flatMap(({ facet, words }) =>
    words.map((word) => [plainText(word), `${facet}:${plainText(word)}`] as const),
  ),
  ...['indica', 'hibrida', 'sativa'].map((word) => [`mayormente ${word}`, `dominance:${word}`] as const),
])

/** A pattern for texts with a word that begins like one of these; the trigram index reads it too. */
function beginningOf(words: string[]): string {
  return String.raw`\m(?:${words.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)).join('|')})`
}

/** Whether a product's own range has a number in this one. */
function overlaps({ fact, from, below }: FactRange): RawBuilder<unknown> {
  const low = sql.ref(`p.${fact}_low`)
  const high = sql.ref(`p.${fact}_high`)
  return below === undefined ? sql`${high} >= ${from}` : sql`(${high} >= ${from} and ${low} < ${below})`
}

/** Only for fixed words of the contract, as each list is a separate statement. */
function literals(words: string[]): RawBuilder<string> {
  return sql.lit(`{${[...new Set(words)].toSorted().join()}}`)
}

export const hasStock = sql<SqlBool>`exists (
  select from blisters where product_id = p.id and deleted_at is null and stock > 0)`
const hasLittle = sql<SqlBool>`(
  select sum(stock) from blisters where product_id = p.id and deleted_at is null) < ${LOW_PRODUCT_STOCK}`

/** The stock of a product is the sum over its presentations; `hasStock` decides most without the sum. */
const stockConditions: Record<StockLevel, Expression<SqlBool>[]> = {
  'with-stock': [hasStock],
  'low-stock': [hasStock, hasLittle],
  'out-of-stock': [sql`not ${hasStock}`],
}
