import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/** Tables whose rows have a number that people see and keep, each with its name in the activity log. */
const NUMBERED = [
  ['orders', 'order'],
  ['warranty_claims', 'warranty_claim'],
  ['price_runs', 'price_run'],
  ['price_schedules', 'price_schedule'],
]

/** `ControlFileData.state`: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_control.h */
const STATE_AT = 16
const SHUT_DOWN = 1

/** Whether the database in this folder was killed, so that its next start recovers from its log. */
export function wasKilled(folder: string): boolean {
  const control = join(folder, 'global/pg_control')
  return existsSync(control) && readFileSync(control).readInt32LE(STATE_AT) !== SHUT_DOWN
}

/**
 * Call it after a recovery, before anything else: the next order after #12 is #13 again, not #45. PostgreSQL logs a
 * sequence 32 numbers ahead, and a recovery continues from there (SEQ_LOG_VALS in
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/commands/sequence.c).
 *
 * The activity log and the ledger also hold the numbers of deleted rows, so no number is given twice.
 */
export async function continueNumbers(pglite: PGlite): Promise<void> {
  for (const [table, entity] of NUMBERED) {
    // The tables may still be those of an older version.
    const { rows } = await pglite.query(`select where to_regclass('${table}') is not null`)
    if (rows.length === 0) continue
    const ledger = table === 'orders' ? ', (select max(order_id) from stock_movements)' : ''
    await pglite.exec(`
      with given as (
        select greatest((select max(id) from ${table}),
          (select max(entity_id) from activity_log where entity = '${entity}')${ledger}) as highest
      )
      select setval('${table}_id_seq', coalesce(highest, 1), highest is not null) from given`)
  }
}
