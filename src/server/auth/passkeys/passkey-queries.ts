import { after } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { isLive } from '../../db/live.ts'
import { tokenHash } from '../../opaque-tokens.ts'
import { CHALLENGE_MS } from '../rules.ts'

const SHOWN = ['id', 'name', 'created_at', 'last_used_at'] as const

export function selectPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([...SHOWN, 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

interface NewPasskey {
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string
  name: string
  created_at: Date
}

/** Undefined when it is known already. */
export function insertPasskey(tx: Db, passkey: NewPasskey) {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
}

/** False when it was removed meanwhile. */
export async function notePasskeyUse(
  tx: Db,
  { id, counter, at }: { id: number; counter: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: at })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined unless it is the user's. */
export function deletePasskey(tx: Db, userId: number, id: number) {
  return tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
}

/** Deletes all of an account; resolves to how many. */
export async function deletePasskeys(tx: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}

interface KeyChallenge {
  challenge: string
  /** A challenge for one purpose does not serve another: only that of `add` was given for the password. */
  purpose: 'sign in' | 'prove' | 'add'
  /** Null for a sign-in. */
  userId: number | null
  at: Date
}

export async function insertKeyChallenge(db: Db, { userId, at, ...rest }: KeyChallenge): Promise<void> {
  await db
    .insertInto('webauthn_challenges')
    .values({ challenge_hash: challengeHash(rest), user_id: userId, expires_at: after(at, CHALLENGE_MS) })
    .execute()
}

/** Deletes an unexpired challenge, so that it is answered only once. False if it does not exist or has expired. */
export async function takeKeyChallenge(db: Db, { userId, at, ...rest }: KeyChallenge): Promise<boolean> {
  const row = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge_hash', '=', challengeHash(rest))
    .where('user_id', 'is not distinct from', userId)
    .where(isLive('expires_at', at, CHALLENGE_MS))
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

function challengeHash({ purpose, challenge }: Pick<KeyChallenge, 'purpose' | 'challenge'>): Buffer {
  return tokenHash(`${purpose} ${challenge}`)
}
