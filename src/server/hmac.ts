import { createHmac, timingSafeEqual } from 'node:crypto'

/** Parts are joined as JSON, so that two lists of parts never give the same text. */
export function hmac(secret: Buffer, parts: (string | number)[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}

/** Compares in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
