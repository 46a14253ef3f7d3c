import { type RawBuilder, sql } from 'kysely'
import { after, latestStart } from '../clock.ts'

/** The time of this column is to come, and no later than that of something that begins now: such a row is of a clock that was ahead. */
export function isLive(column: string, now: Date, livesMs: number): RawBuilder<boolean> {
  const latestEnd = after(latestStart(now), livesMs)
  return sql<boolean>`(${sql.ref(column)} > ${now} and ${sql.ref(column)} <= ${latestEnd})`
}
