import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { DomainError, invalid } from '../errors.ts'
import type { Db } from './connect.ts'

/** How long the first answer is given again. */
const KEPT_MS = 24 * 60 * 60_000

export interface KeyedRequest {
  /** Whose key it is: two people may choose the same. */
  scope: string
  /** The `Idempotency-Key` header. Undefined: the request is simply done. */
  key: string | undefined
  /** What is asked, with the name of the verb: another one under the same key is a mistake of the client. */
  request: unknown
  at: Date
}

/** The statement that keeps an answer, for who writes it together with others; without a key there is none. */
type Keeping<Answer> = (answer: Answer) => RawBuilder<unknown>[]

/**
 * Does `make` once for each key and gives its answer again to whoever repeats the request within 24 hours. Call it
 * inside the transaction of the change. `make` may run the statement of `keeping` itself, else that is done here. Throws
 * 400 for a key that is none, 422 for another request under a used key.
 */
export async function onceForKey<Answer>(
  tx: Db,
  asked: KeyedRequest,
  make: (keeping: Keeping<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { scope, key, at } = asked
  if (key === undefined) return make(() => [])
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalid({
      'Idempotency-Key': ['La clave de idempotencia debe tener de 1 a 200 caracteres visibles'],
    })
  }
  const hash = createHash('sha256').update(canonicalJson(asked.request)).digest()
  // The row comes first: an equal key that arrives meanwhile waits at it until this transaction has ended.
  if (await takeKey(tx, { scope, key, hash, at })) {
    let isKept = false
    const answer = await make((early) => {
      isKept = true
      return [keepAnswer({ scope, key }, early)]
    })
    if (!isKept) await keepAnswer({ scope, key }, answer).execute(tx)
    return answer
  }
  const kept = await selectKey(tx, { scope, key })
  if (!hash.equals(kept.request_hash)) {
    throw new DomainError('IDEMPOTENCY_MISMATCH', 'Esa clave de idempotencia ya se usó con otros datos')
  }
  return kept.answer as Answer // safe: the same verb made it, as its name is part of the hash
}

/** The answers kept for somebody whose account is being removed: they hold names and phones. */
export async function forgetKeysOf(tx: Db, scope: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('scope', '=', scope).execute()
}

/** Keys past their day. Call it now and then. */
export async function forgetOldKeys(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldestKept(at)).execute()
}

/** JSON with the keys of objects in order, so that the same request always reads the same. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** False when the key is there and not older than a day. Waits for who has it and has not committed yet. */
async function takeKey(
  tx: Db,
  { scope, key, hash, at }: { scope: string; key: string; hash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, request_hash, answer, created_at)
    values (${scope}, ${key}, ${hash}, null, ${at})
    on conflict (scope, key) do update
      set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where idempotency_keys.created_at < ${oldestKept(at)}
    returning key`.execute(tx)
  return rows.length > 0
}

function keepAnswer({ scope, key }: { scope: string; key: string }, answer: unknown): RawBuilder<unknown> {
  return sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where scope = ${scope} and key = ${key}`
}

function selectKey(tx: Db, { scope, key }: { scope: string; key: string }) {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

function oldestKept(at: Date): Date {
  return new Date(at.getTime() - KEPT_MS)
}
