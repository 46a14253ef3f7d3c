import { type RawBuilder, sql } from 'kysely'
import { type FinderAnswers, MAX_FOUND } from '../../../contract/catalog/finder.ts'
import type { Db } from '../../db/connect.ts'
import { type ListedProduct, listByIds } from '../queries.ts'

/** What an answer asks of a product `p`; and by how much the goal is met, for the order. */
const PLACE = (place: NonNullable<FinderAnswers['place']>) =>
  place === 'invernadero'
    ? sql`(${IN_PLACE(place)} and coalesce(p.height_high <= ${sql.lit(BALCONY_CM)}, true))`
    : IN_PLACE(place)
const IN_PLACE = (place: string) => sql`p.tags @> array[${`place:${place}`}]::text[]`
/** Tallest plant for a balcony, as it grows inside: outside it grows half as much again. */
const BALCONY_CM = 90
const ZONE = (zone: string) => sql`p.tags @> array[${`zone:${zone}`}]::text[]`
const SKILL = {
  primera: sql`p.tags @> '{difficulty:facil}'::text[]`,
  alguna: sql`p.tags && '{difficulty:facil,difficulty:media}'::text[]`,
  mucha: sql`true`,
}
const AROMAS = sql`(select count(*) from unnest(p.tags) as tag where tag like 'aroma:%')`
const GOAL = {
  rapida: { met: sql`coalesce(p.flowering_high <= 63, false)`, most: sql`p.flowering_high nulls last` },
  rinde: { met: sql`coalesce(p.yield_high >= 500, false)`, most: sql`p.yield_high desc nulls last` },
  aroma: { met: sql`${AROMAS} >= 3`, most: sql`${AROMAS} desc` },
  cbd: { met: sql`coalesce(p.cbd_high >= 5, false)`, most: sql`p.cbd_high desc nulls last` },
}

/** By question, whether the product fits the answer. */
export type Met = Partial<Record<keyof FinderAnswers, boolean>>

export interface Fitting {
  product: ListedProduct
  met: Met
  /** Whether it flowers in nine weeks or less. */
  isEarly: boolean
}

/** Seeds that visitors see, the best first. */
export async function listFitting(db: Db, answers: FinderAnswers): Promise<Fitting[]> {
  const { place, zone, skill, goal } = answers
  const asked: [keyof FinderAnswers, RawBuilder<unknown>][] = [
    ...(place ? [['place', PLACE(place)] as [keyof FinderAnswers, RawBuilder<unknown>]] : []),
    ...(zone ? [['zone', ZONE(zone)] as [keyof FinderAnswers, RawBuilder<unknown>]] : []),
    ...(skill ? [['skill', SKILL[skill]] as [keyof FinderAnswers, RawBuilder<unknown>]] : []),
    ...(goal ? [['goal', GOAL[goal].met] as [keyof FinderAnswers, RawBuilder<unknown>]] : []),
  ]
  if (asked.length === 0) return []
  const score = sql.join(
    asked.map(([, condition]) => sql`(${condition})::int`),
    sql` + `,
  )
  const most = goal ? sql`${GOAL[goal].most},` : sql``
  const met = sql.join(asked.map(([name, condition]) => sql`${sql.lit(name)}, ${condition}`))
  const { rows } = await sql<{ id: number; met: Met; is_early: boolean }>`
    select p.id, json_build_object(${met}) as met, ${GOAL.rapida.met} as is_early from products as p
    where p.deleted_at is null and p.available and p.type <> 'merch'
    order by ${score} desc, p.in_stock desc, ${most} p.search_text collate "C", p.id limit ${MAX_FOUND}`.execute(
    db,
  )
  const products = new Map(
    (
      await listByIds(
        db,
        rows.map(({ id }) => id),
      )
    ).map((product) => [product.id, product]),
  )
  return rows.flatMap((row) => {
    const product = products.get(row.id)
    return product ? [{ product, met: row.met, isEarly: row.is_early }] : []
  })
}
