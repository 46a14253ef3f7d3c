import type { Database } from '../../db/connect.ts'
import { isForbidden, whyForbidden } from '../../db/rights.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Runs `work` on this database. Throws `OperatorError` with the command that mends it when PostgreSQL refuses the role.
 * `again`: see `whyForbidden`.
 */
export async function withRights<Result>(
  { db }: Pick<Database, 'db'>,
  again: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // `migrate` has put a sentence of its own around the refusal.
    if (!isForbidden(error) && !isForbidden(Object(error).cause)) throw error
    throw new OperatorError(await whyForbidden(db, again), { cause: error })
  }
}
