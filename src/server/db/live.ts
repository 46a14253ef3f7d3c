import { type RawBuilder, sql } from 'kysely'
import { after, latestStart } from '../clock.ts'

/**
 * Matches times in the future, but no later than the end of something that begins now: later ones were written by a
 * clock that ran ahead.
 */
export function isLive(column: string, now: Date, livesMs: number): RawBuilder<boolean> {
  const latestEnd = after(latestStart(now), livesMs)
  return sql<boolean>`(${sql.ref(column)} > ${now} and ${sql.ref(column)} <= ${latestEnd})`
}
