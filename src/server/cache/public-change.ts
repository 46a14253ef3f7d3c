import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** The channel on which processes tell each other that something anonymous visitors can see has changed. */
export const PUBLIC_CHANGE = 'public_change'

/** `stock`: only units were sold, so the set of shown products is the same. */
export type PublicChange = 'stock' | 'any'

/**
 * Call it inside the transaction of a change that anonymous visitors can see. At the commit, and only then, it calls every
 * `onPublicChange` listener: in this process before the verb answers, in others when the notification arrives.
 */
export async function publicChanged(tx: Tx): Promise<void> {
  await sql`select ${publicChanging(tx, 'any')}`.execute(tx)
}

/** `publicChanged` as a part of another statement of the transaction. */
export function publicChanging(tx: Tx, change: PublicChange): RawBuilder<unknown> {
  return tx.notifying(PUBLIC_CHANGE, change)
}

/**
 * Calls `drop` on every public change of any process, and after a lost connection, which may have hidden some. Resolves to
 * a function that stops it.
 */
export function onPublicChange(
  database: Pick<Database, 'listen'>,
  drop: (change: PublicChange) => void,
): Promise<() => void> {
  return database.listen(PUBLIC_CHANGE, (payload) => drop(payload === 'stock' ? 'stock' : 'any'))
}
