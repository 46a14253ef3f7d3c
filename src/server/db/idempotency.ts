import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { DomainError, invalid } from '../errors.ts'
import type { Db } from './connect.ts'
import type { Tx } from './transaction.ts'

/** How long a stored response is replayed. */
const STORED_MS = 24 * 60 * 60_000

interface KeyedRequest {
  /** The owner of the key, as two people may choose the same one. */
  scope: string
  /** The `Idempotency-Key` header; without one nothing is stored. */
  key: string | undefined
  /** The verb's name and its input, to refuse another request under the same key. */
  request: unknown
  at: Date
}

/** The statement that stores the response, to combine with others; empty without a key. */
type Keeping<Answer> = (answer: Answer) => RawBuilder<unknown>[]

/**
 * Runs `make` once for each key and returns its answer again for 24 hours. Call it inside the transaction of the change.
 * The answer is stored here unless `make` runs the statement of `keeping` itself. Throws 400 for an invalid key, 422 for
 * another request under a used key.
 */
export async function onceForKey<Answer>(
  tx: Tx,
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
  // Inserts the row first: a request with the same key waits for it until this transaction ends.
  if (await takeKey(tx, { scope, key, hash, at })) {
    let isKept = false
    const answer = await make((early) => {
      isKept = true
      return [keepAnswer({ scope, key }, early)]
    })
    if (!isKept && answer !== undefined) await keepAnswer({ scope, key }, answer).execute(tx)
    return answer
  }
  const stored = await getKey(tx, { scope, key })
  if (!hash.equals(stored.request_hash)) {
    throw new DomainError('IDEMPOTENCY_MISMATCH', 'Esa clave de idempotencia ya se usó con otros datos')
  }
  return stored.answer as Answer // safe: stored by the same verb, whose name is part of the hash
}

/**
 * `onceForKey` under the keys of a user. When `make` returns nothing, nothing is stored but the key: for verbs that
 * answer the current row, as a stored one would hold personal data.
 */
export function onceBy<Answer = void>(
  tx: Tx,
  userId: number | null,
  asked: Omit<KeyedRequest, 'scope'>,
  make: (keeping: Keeping<Answer>) => Promise<Answer>,
): Promise<Answer> {
  return onceForKey(tx, { ...asked, scope: `user:${userId}` }, make)
}

/** For the removal of an account: stored answers hold names and phones. Resolves to how many. */
export async function forgetKeysOf(tx: Tx, scope: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes keys older than a day. */
export async function forgetOldKeys(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldestStored(at)).execute()
}

/** JSON with sorted keys, so that equal requests have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** False when the key exists and is not older than a day. Waits for another transaction that holds it. */
async function takeKey(
  tx: Tx,
  { scope, key, hash, at }: { scope: string; key: string; hash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (scope, key, request_hash, answer, created_at)
    values (${scope}, ${key}, ${hash}, null, ${at})
    on conflict (scope, key) do update
      set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where idempotency_keys.created_at < ${oldestStored(at)}
    returning key`.execute(tx)
  return rows.length > 0
}

function keepAnswer({ scope, key }: { scope: string; key: string }, answer: unknown): RawBuilder<unknown> {
  return sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb where scope = ${scope} and key = ${key}`
}

function getKey(tx: Tx, { scope, key }: { scope: string; key: string }) {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

function oldestStored(at: Date): Date {
  return new Date(at.getTime() - STORED_MS)
}
