import type { LightMyRequestResponse } from 'fastify'
import type { TestShop } from '../../../test/support/open-shop.ts'

export const DAY = 86_400_000
/** The rule: this many guesses are free, then the delay doubles from a second up to forty minutes. For each of the two names of an account. */
export const FREE = 5
const LONGEST_WAIT = 2_400_000
/** In addition, a session and a browser have this many before their guesses count for the name. */
export const INSIDERS_FREE = 3

/** The number of guesses by one name at these moments that the rule allows; 49 to 52 in the full 24 hours. */
export function allowedOf(moments: number[]): number {
  let [judged, blockedUntil, wait] = [0, 0, 500]
  for (const moment of moments) {
    if (moment < blockedUntil) continue
    judged += 1
    if (judged < FREE) continue
    wait = Math.min(wait * 2, LONGEST_WAIT)
    blockedUntil = moment + wait
  }
  return judged
}

export const newAddress = (n: number) => `198.18.${Math.floor(n / 250) % 250}.${n % 250}`

export interface From {
  address: string
  forwarded?: string | undefined
  device?: string | undefined
}

export function login(
  shop: TestShop,
  name: string,
  password: string,
  how: From,
): Promise<LightMyRequestResponse> {
  return shop.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    // Behind a proxy, the peer address is that of the proxy.
    remoteAddress: shop.shop.config.trustProxy.length > 0 ? '127.0.0.1' : how.address,
    headers: {
      ...(shop.shop.config.trustProxy.length > 0 && { 'x-forwarded-for': how.address }),
      ...(how.forwarded !== undefined && { 'x-forwarded-for': how.forwarded }),
    },
    payload: { username_or_email: name, password, ...(how.device && { device: how.device }) },
  })
}
