import { randomBytes } from 'node:crypto'
import type { CodePurpose } from '../db/tables.ts'
import { hmac, sameBytes } from '../hmac.ts'

export interface CodeUse {
  userId: number
  purpose: CodePurpose
  email: string
}

/**
 * Binds a code to account, purpose and address. A stolen table alone does not allow trying all codes: that needs the
 * secret.
 */
export function codeHmac(secret: Buffer, { userId, purpose, email }: CodeUse, code: string): Buffer {
  return hmac(secret, ['code', userId, purpose, email, code])
}

/**
 * Proof of an earlier sign-in from this browser, `user.nonce.mac`. It gives no access, only a failure counter of its
 * own that strangers cannot exhaust.
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

function deviceMac(secret: Buffer, userId: number, nonce: string): string {
  return hmac(secret, ['device', userId, nonce]).toString('base64url')
}
