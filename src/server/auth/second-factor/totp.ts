import { createHmac, randomBytes } from 'node:crypto'
import { sameBytes } from '../../hmac.ts'

/**
 * TOTP (https://www.rfc-editor.org/rfc/rfc6238) with the parameters of all authenticator apps: SHA-1, six digits, 30
 * s.
 */
const STEP_MS = 30_000
const DIGITS = 6
/** Accepted steps before and after the current one: clocks differ, and typing takes time. */
const SLACK = 1
/** https://www.rfc-editor.org/rfc/rfc4226#section-4: at least 128 bits, 160 are recommended. */
const KEY_BYTES = 20

export function newTotpKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

export function stepOf(moment: Date): number {
  return Math.floor(moment.getTime() / STEP_MS)
}

/** https://www.rfc-editor.org/rfc/rfc4226#section-5.3 */
export function totpCode(key: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The step of this code; undefined without one. Compares all steps, for constant time. */
export function stepWith(key: Buffer, code: string, now: Date): number | undefined {
  const current = stepOf(now)
  const steps = [current - SLACK, current, current + SLACK]
  return steps.filter((step) => sameBytes(Buffer.from(code), Buffer.from(totpCode(key, step))))[0]
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauth(key: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(account)}`
  const facts = { secret: base32(key), issuer, algorithm: 'SHA1', digits: DIGITS, period: STEP_MS / 1_000 }
  const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Without padding, for a number of bytes that is a multiple of five: https://www.rfc-editor.org/rfc/rfc4648#section-6 */
export function base32(bytes: Buffer, alphabet = BASE32): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}
