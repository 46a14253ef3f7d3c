import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Shop } from '../shop.ts'

const MINUTE = 60_000
const MINUTES_VALID = 10

type Signer = Pick<Shop, 'now' | 'secret'>

/**
 * The address of a private file for `<img>`, which sends no token: good for ten minutes. It changes once a minute and
 * not with every answer, so that an answer with addresses can stay the same between two polls.
 */
export function signedAddress(shop: Signer, key: string): string {
  const expires = (Math.floor(shop.now().getTime() / MINUTE) + MINUTES_VALID) * MINUTE
  return `/media/${key}?expires=${expires}&signature=${signatureOf(shop, key, String(expires))}`
}

/** Whether we signed this very key, and less than ten minutes ago. */
export function isSigned(
  shop: Signer,
  key: string,
  query: { expires?: unknown; signature?: unknown },
): boolean {
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,15}$/.test(expires))
    return false
  if (Number(expires) <= shop.now().getTime()) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(shop, key, expires))]
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureOf({ secret }: Signer, key: string, expires: string): string {
  // The first word keeps these apart from everything else that the same secret signs.
  return createHmac('sha256', secret).update(`media\n${key}\n${expires}`).digest('base64url')
}
