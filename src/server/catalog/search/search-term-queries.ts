import { sql } from 'kysely'
import type { Day } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Searches {
  day: Day
  term: string
  searches: number
  /** Searches without a result. */
  empty: number
}

/** Most terms a day, so that nobody fills the database with invented words. */
const MAX_TERMS_A_DAY = 2_000

/**
 * The heard terms whose words are those of products, or begin them, and those that were stored this day. Short words
 * and digits say nothing about a person.
 */
export async function listNamedHere<Heard extends { day: Day; term: string }>(
  db: Db,
  heard: Heard[],
): Promise<Set<Heard>> {
  const { rows } = await sql<{ place: number }>`
    select place::int from unnest(${heard.map(({ day }) => day)}::date[], ${heard.map(({ term }) => term)}::text[])
      with ordinality as h (day, term, place)
    where exists (select from search_terms s where s.day = h.day and s.term = h.term) or not exists (
      select from regexp_split_to_table(h.term, '[[:space:][:punct:][:digit:]]+') as typed (word)
      where length(word) >= 3 and not exists (select from search_words s where s.word like typed.word || '%'))`.execute(
    db,
  )
  return new Set(rows.flatMap(({ place }) => heard[place - 1] ?? []))
}

/** The heard terms that `addSearches` can write: known ones, and new ones until the day is full. */
export async function listCountable<Heard extends { day: Day; term: string }>(
  db: Db,
  heard: Heard[],
): Promise<Heard[]> {
  const { rows } = await sql<{ place: number }>`
    with heard as (
      select h.*, exists (select from search_terms s where s.day = h.day and s.term = h.term) as is_known
      from unnest(${heard.map(({ day }) => day)}::date[], ${heard.map(({ term }) => term)}::text[])
        with ordinality as h (day, term, place)
    ), placed as (
      select *, row_number() over (partition by day, is_known order by place) as place_in_day from heard
    )
    select place::int from placed p
    where is_known or place_in_day <= ${MAX_TERMS_A_DAY} - (select count(*) from search_terms s where s.day = p.day)`.execute(
    db,
  )
  const places = new Set(rows.map(({ place }) => place - 1))
  return heard.filter((_, place) => places.has(place))
}

/** At the limit of a day only known terms are counted. Ordered by term, so that two instances cannot deadlock. */
export async function addSearches(tx: Tx, counts: Searches[]): Promise<void> {
  for (const { day, term, searches, empty } of counts.toSorted((a, b) => (a.term < b.term ? -1 : 1)))
    await sql`
      insert into search_terms (day, term, searches, empty)
      select ${day}::date, ${term}::text, ${searches}::int, ${empty}::int
      where (select count(*) from search_terms where day = ${day}) < ${MAX_TERMS_A_DAY}
        or exists (select from search_terms where day = ${day} and term = ${term})
      on conflict (day, term) do update
        set searches = search_terms.searches + excluded.searches, empty = search_terms.empty + excluded.empty`.execute(
      tx,
    )
}

export async function deleteOldSearches(db: Db, before: Day): Promise<void> {
  await sql`delete from search_terms where day < ${before}`.execute(db)
}
