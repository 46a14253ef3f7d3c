import { createHmac } from 'node:crypto'
import { latestStart } from '../clock.ts'
import { sameBytes } from '../hmac.ts'
import type { Shop } from '../shop.ts'

const MINUTE = 60_000
const MINUTES_VALID = 10

type Signer = Pick<Shop, 'now' | 'secret'>

/**
 * The address of a private file for `<img>`, which sends no token. Valid for ten minutes; it changes once a minute only, so
 * that a polled list with addresses can stay the same.
 */
export function signedAddress(shop: Signer, key: string): string {
  const expires = (Math.floor(shop.now().getTime() / MINUTE) + MINUTES_VALID) * MINUTE
  return `/media/${key}?expires=${expires}&signature=${signatureOf(shop, key, String(expires))}`
}

/** Whether the address was signed for this key and has not expired. */
export function isSigned(
  shop: Signer,
  key: string,
  query: { expires?: unknown; signature?: unknown },
): boolean {
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(expires))
    return false
  const now = shop.now()
  const isFuture = Number(expires) > latestStart(now).getTime() + MINUTES_VALID * MINUTE
  if (Number(expires) <= now.getTime() || isFuture) return false
  return sameBytes(Buffer.from(signature), Buffer.from(signatureOf(shop, key, expires)))
}

function signatureOf({ secret }: Signer, key: string, expires: string): string {
  // The prefix separates these from other signatures with the same secret.
  return createHmac('sha256', secret).update(`media\n${key}\n${expires}`).digest('base64url')
}
