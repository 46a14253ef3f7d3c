import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The channel on which every instance learns that something anonymous visitors can see has changed. */
export const PUBLIC_CHANGE = 'public_change'

/** The same as part of a statement of the transaction. */
export const tellPublicChange = sql`pg_notify(${sql.lit(PUBLIC_CHANGE)}, '')`

/** Call it inside the transaction that changes it: the word goes out with the commit, and only then. */
export async function publicChanged(tx: Db): Promise<void> {
  await sql`select ${tellPublicChange}`.execute(tx)
}
