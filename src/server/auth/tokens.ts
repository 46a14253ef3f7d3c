import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../../contract/limits.ts'
import type { CodePurpose } from '../db/tables.ts'

const TOKEN_BYTES = 32

/** Random and opaque: it says nothing, and ends when its row does. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a token. It is random, so that one fast hash is enough. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

export interface CodeUse {
  userId: number
  purpose: CodePurpose
  email: string
}

/** A code is good for one account, one purpose and one address; a million guesses need the key, not the table. */
export function codeHmac(secret: Buffer, { userId, purpose, email }: CodeUse, code: string): Buffer {
  return hmac(secret, ['code', userId, purpose, email, code])
}

/**
 * Proof that somebody signed in from this browser before, `user.nonce.mac`. It opens nothing: it only gives the owner
 * a counter of failures that a stranger cannot fill.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function newDevice(secret: Buffer, userId: number): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${userId}.${nonce}.${deviceMac(secret, userId, nonce)}`
}

export function isDeviceOf(secret: Buffer, userId: number, device: string | undefined): device is string {
  const [owner, nonce, mac, ...more] = device?.split('.') ?? []
  if (owner !== String(userId) || !nonce || !mac || more.length > 0) return false
  return sameBytes(Buffer.from(mac), Buffer.from(deviceMac(secret, userId, nonce)))
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function deviceMac(secret: Buffer, userId: number, nonce: string): string {
  return hmac(secret, ['device', userId, nonce]).toString('base64url')
}

/** As JSON, so that parts cannot run into each other. */
function hmac(secret: Buffer, parts: (string | number)[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
