import { type RawBuilder, sql } from 'kysely'
import type { Db } from './connect.ts'

/** The channel on which every instance learns that something anonymous visitors can see has changed. */
export const PUBLIC_CHANGE = 'public_change'

/** Of one change: `stock` when units were sold and nothing else, so that which products there are is still known. */
export type PublicChange = 'stock' | 'any'

type Hearer = (change: PublicChange) => void

/** What the transactions of this process have told and not yet committed. */
const told = new WeakMap<object, PublicChange>()
/** Who remembers public facts in this process, by database. */
const hearers = new WeakMap<object, Set<Hearer>>()

/** Call it inside the transaction that changes it: the word goes out with the commit, and only then. */
export async function publicChanged(tx: Db): Promise<void> {
  await sql`select ${tellPublicChange(tx, 'any')}`.execute(tx)
}

/** The same as part of a statement of the transaction. */
export function tellPublicChange(tx: Db, change: PublicChange): RawBuilder<unknown> {
  if (told.get(tx) !== 'any') told.set(tx, change)
  return sql`pg_notify(${sql.lit(PUBLIC_CHANGE)}, ${sql.lit(change)})`
}

/** Calls `hear` at each commit of this process that changed something, before the caller learns of the commit. */
export function hearHere(db: object, hear: Hearer): () => void {
  const ofDb = hearers.get(db) ?? new Set()
  hearers.set(db, ofDb.add(hear))
  return () => ofDb.delete(hear)
}

/**
 * Call it when `tx` has committed. Other instances hear by notification, within milliseconds; who changed something
 * here must see it in the very next answer.
 */
export function tellHere(db: object, tx: object): void {
  const change = told.get(tx)
  if (change === undefined) return
  for (const hear of hearers.get(db) ?? []) hear(change)
}
