import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** Notification channel of changes that visitors or customers can see (prices too). */
export const PUBLIC_CHANGE = 'public_change'

/**
 * `stock`: only units changed, so the set of shown products is the same. `private`: nothing that visitors see, only
 * customers (prices) or the shop (settings).
 */
export type PublicChange = 'stock' | 'private' | 'any'

/**
 * Call it inside the transaction of a change that visitors or customers can see. At the commit, and only then, it calls every
 * `onPublicChange` listener: in this process before the verb answers, in others when the notification arrives.
 */
export async function publicChanged(tx: Tx, change: PublicChange = 'any'): Promise<void> {
  await sql`select ${publicChanging(tx, change)}`.execute(tx)
}

/** `publicChanged` as part of another statement of the transaction; `wasRun` tells whether that part ran. */
export function publicChanging(tx: Tx, change: PublicChange, wasRun?: () => boolean): RawBuilder<unknown> {
  return tx.notifying(PUBLIC_CHANGE, change, wasRun)
}

/**
 * Calls `drop` on every public change of any process, and after a lost connection, which may have hidden some. Resolves to
 * a function that stops it.
 */
export function onPublicChange(
  database: Pick<Database, 'listen'>,
  drop: (change: PublicChange) => void,
): Promise<() => void> {
  return database.listen(PUBLIC_CHANGE, (payload) =>
    drop(payload === 'stock' || payload === 'private' ? payload : 'any'),
  )
}
