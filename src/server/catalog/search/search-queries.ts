import { type RawBuilder, sql } from 'kysely'
import { MAX_ARRAY_LENGTH } from '../../../contract/limits.ts'
import type { Db } from '../../db/connect.ts'
import { isUsual, type ListedProduct, type ListQuestion, listProducts, ORDERS, products } from '../queries.ts'
import { SEARCH_LINES } from '../rules.ts'
import { likeByIndex, matches, type Selection } from '../selection.ts'
import { rangeIn } from './facts-asked.ts'
import { inScale } from './scales.ts'
import { stemOf } from './understand.ts'

const FACT_COLUMNS = sql.join(
  (
    ['thc', 'cbd', 'flowering', 'cycle', 'height', 'outdoor_height', 'yield', 'outdoor_yield'] as const
  ).flatMap((fact) => [sql.ref(`p.${fact}_low`), sql.ref(`p.${fact}_high`)]),
)

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
        ${FACT_COLUMNS} from products as p
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

/** The words joined as in a name. */
function phraseOf({ phrase, words }: Selection): string {
  return phrase ?? words.map(([spelling]) => spelling).join(' ')
}

/**
 * Rank: 0 for the exact name, 1 for a prefix of it, higher for words in less relevant lines. What is wanted first ('la más alta') comes
 * before those, and after names with the word.
 */
function misfit(selection: Selection): RawBuilder<number> {
  const { words, scales = [], relatives = {} } = selection
  const phrase = phraseOf(selection)
  const each = words.map(
    (spellings) =>
      sql`least(${sql.join(spellings.map((word) => misfitOf(word, relatives[spellings[0] ?? ''])))})`,
  )
  const byName = sql`case
    when starts_with(p.search_text, ${`${phrase}\n`}::text) then 0
    when starts_with(p.search_text, ${phrase}::text) then 1`
  const byWords = sql.join(each, sql` + `)
  if (scales.length === 0) return sql`${byName} else 2 + ${byWords} end`
  const ranked = words.filter(([word = '']) => relatives[word]?.some((text) => rangeIn(text)))
  const isNamed = ranked.flatMap((spellings) => spellings.map(nameHas))
  const named = isNamed.length > 0 ? sql`when ${sql.join(isNamed, sql` or `)} then 2` : sql``
  const wanted = scales.map(inScale)
  return sql`${byName} ${named} else 3 end, ${sql.join(wanted)}${each.length > 0 ? sql`, ${byWords}` : sql``}`
}

const nameHas = (word: string) => sql`strpos(' ' || ${line(SEARCH_LINES.name)}, ${` ${stemOf(word)}`}) > 0`

/**
 * The rank of one word by its line; beginnings of words in the name, in any gender and number, come before other parts, and a name, an aroma
 * or an effect that the word also stands for after all, in its order.
 */
function misfitOf(word: string, relatives: string[] = []): RawBuilder<number> {
  const { name, joinedName, sku, brand, genotype, flavors, effects } = SEARCH_LINES
  const told = sql`concat_ws(' ', ${sql.join([name, flavors, effects].map(line))})`
  const inLines = [name, joinedName, sku, brand, genotype, flavors, effects]
  const places = [
    nameHas(word),
    ...inLines.map((number) => sql`strpos(${line(number)}, ${word}) > 0`),
    ...relatives.flatMap((text) => (rangeIn(text) ? [] : [sql`strpos(' ' || ${told}, ${` ${text}`}) > 0`])),
  ]
  const cases = places.map((stands, misfit) => sql`when ${stands} then ${sql.lit(misfit)}`)
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(places.length)} end`
}

const line = (number: number) => sql`split_part(p.search_text, e'\n', ${sql.lit(number)})`
