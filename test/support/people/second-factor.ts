import { newRecoveryCodes, recoveryCodeHash } from '../../../src/server/auth/second-factor/recovery-codes.ts'
import { seal } from '../../../src/server/auth/second-factor/sealed.ts'
import { newTotpKey, stepOf, totpCode } from '../../../src/server/auth/second-factor/totp.ts'
import type { Shop } from '../../../src/server/shop.ts'

/** The app and the recovery codes of a person. */
export interface Factor {
  /** The code that the app shows now; `later` steps of 30 s from now. */
  code(later?: number): string
  recoveryCodes: string[]
}

/** Gives an account a second factor, written directly; one that it has is replaced. */
export async function giveFactor(
  { db, secret, now }: Pick<Shop, 'db' | 'secret' | 'now'>,
  userId: number,
): Promise<Factor> {
  const [key, recoveryCodes] = [newTotpKey(), newRecoveryCodes()]
  await takeFactor({ db }, userId)
  await db
    .insertInto('totp')
    .values({
      user_id: userId,
      sealed_key: seal(secret, { purpose: 'totp', userId }, key),
      created_at: now(),
      confirmed_at: now(),
    })
    .execute()
  await db
    .insertInto('recovery_codes')
    .values(
      recoveryCodes.map((code) => ({ user_id: userId, code_hash: recoveryCodeHash(code), used_at: null })),
    )
    .execute()
  return { code: (later = 0) => totpCode(key, stepOf(now()) + later), recoveryCodes }
}

/** A key that waits for its first code, which is returned. */
export async function givePendingKey(
  { db, secret, now }: Pick<Shop, 'db' | 'secret' | 'now'>,
  userId: number,
): Promise<string> {
  const key = newTotpKey()
  await takeFactor({ db }, userId)
  const sealed_key = seal(secret, { purpose: 'totp', userId }, key)
  await db
    .insertInto('totp')
    .values({ user_id: userId, sealed_key, created_at: now(), confirmed_at: null })
    .execute()
  return totpCode(key, stepOf(now()))
}

export async function takeFactor({ db }: Pick<Shop, 'db'>, userId: number): Promise<void> {
  await db.deleteFrom('totp').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** What an app shows for a typed key; `later` steps of 30 s from now. */
export function appCode(key: string, later = 0): string {
  return totpCode(bytesOfKey(key), stepOf(new Date()) + later)
}

/** The bytes of a key as it is typed, in base32. */
export function bytesOfKey(key: string): Buffer {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.replaceAll(' ', '')].map((sign) => signs.indexOf(sign).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
