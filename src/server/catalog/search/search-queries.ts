import { type RawBuilder, sql } from 'kysely'
import { MAX_ARRAY_LENGTH } from '../../../contract/limits.ts'
import type { Db } from '../../db/connect.ts'
import { type ListedProduct, type ListQuestion, listProducts, ORDERS, products } from '../queries.ts'
import { type ProductOrder, SEARCH_LINES } from '../rules.ts'
import { likeByIndex, matches, type Selection } from '../selection.ts'
import { stemOf } from './understand.ts'

/**
 * A page of few matches: finds all, then sorts. Materialized, so that the planner cannot scan the whole list in order
 * instead. Best matches first unless another order is requested.
 */
export function listFound(db: Db, { order, limit, offset, ...selection }: ListQuestion) {
  const found = matches(selection, likeByIndex(selection))
  const fit = isUsual(order) ? sql`${misfit(selection)}, ` : sql``
  const ids = sql<{ id: number; place: number }>`unnest(array(
    with found as materialized (
      select p.id, p.created_at, p.search_text, p.min_price, p.in_stock, p.available,
        p.thc_high, p.flowering_low, p.yield_high from products as p
      where p.deleted_at is null and ${found}
    )
    select p.id from found as p order by ${fit}${ORDERS[order]} limit ${limit} offset ${offset}
  )) with ordinality`
  return products(db)
    .innerJoin(ids.as<'found'>(sql`found (id, place)`), 'found.id', 'p.id')
    .orderBy('found.place')
    .execute()
}

/**
 * A page of many matches: scans the list in order until the page is full. Unless another order is requested, products
 * whose names begin with the search come first, from the index of names.
 */
export async function listMany(db: Db, question: ListQuestion): Promise<ListedProduct[]> {
  const { order, limit, offset } = question
  if (!isUsual(order)) return listProducts(db, question)
  const named = await listNamed(db, question)
  const first = named.slice(offset, offset + limit)
  const rest = await listProducts(db, {
    ...question,
    without: named.map(({ id }) => id),
    limit: limit - first.length,
    offset: Math.max(0, offset - named.length),
  })
  return [...first, ...rest]
}

/** Exact names come first, as a line end sorts before all letters. */
function listNamed(db: Db, selection: ListQuestion): Promise<ListedProduct[]> {
  const phrase = phraseOf(selection)
  return products(db)
    .where(matches(selection))
    .where(sql<boolean>`p.search_text collate "C" between ${phrase} and ${`${phrase}\u{10FFFF}`}`)
    .orderBy(ORDERS.name)
    .limit(MAX_ARRAY_LENGTH)
    .execute()
}

/** No other order was requested. */
function isUsual(order: ProductOrder): boolean {
  return order === 'stocked' || order === 'buyable' || order === 'shown'
}

/** The words joined as in a name. */
function phraseOf({ phrase, words }: Selection): string {
  return phrase ?? words.map(([spelling]) => spelling).join(' ')
}

/** Rank: 0 for the exact name, 1 for a prefix of it, higher for words in less relevant lines. */
function misfit(selection: Selection): RawBuilder<number> {
  const phrase = phraseOf(selection)
  const each = selection.words.map((spellings) => sql`least(${sql.join(spellings.map(misfitOf))})`)
  return sql`case
    when starts_with(p.search_text, ${`${phrase}\n`}::text) then 0
    when starts_with(p.search_text, ${phrase}::text) then 1
    else 2 + ${sql.join(each, sql` + `)}
  end`
}

/** The rank of one word by its line; beginnings of words in the name, in any gender and number, come before other parts. */
function misfitOf(word: string): RawBuilder<number> {
  const { name, joinedName, sku, brand, genotype, flavors, effects } = SEARCH_LINES
  const inOrder = [joinedName, sku, brand, genotype, flavors, effects]
  const places = [
    sql`strpos(' ' || ${line(name)}, ${` ${stemOf(word)}`}) > 0`,
    ...[name, ...inOrder].map((number) => sql`strpos(${line(number)}, ${word}) > 0`),
  ]
  const cases = places.map((stands, misfit) => sql`when ${stands} then ${sql.lit(misfit)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(places.length)} end`
}

const line = (number: number) => sql`split_part(p.search_text, e'\n', ${sql.lit(number)})`
