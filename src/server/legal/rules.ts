import { REGRET_DAYS } from '../../contract/legal/regret-rules.ts'
import { type Day } from '../days.ts'

const DAY_MS = 24 * 60 * 60_000
/** Crockford's alphabet: no I, L, O, U. https://www.crockford.com/base32.html */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_SIGNS = 8

/** 'ARR-7K3M92QD' of eight random bytes. */
export function regretCode(random: Uint8Array): string {
  return `ARR-${[...random.subarray(0, CODE_SIGNS)].map((byte) => SIGNS[byte % SIGNS.length]).join('')}`
}

/** The id in '#123' or '123'; undefined for any other text. */
export function orderIdIn(typed: string): number | undefined {
  const digits = /^#?\s*([1-9]\d{0,8})$/.exec(typed.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Received more than ten days after the day of the order, which may be before its delivery. */
export function isLate(ordered: Day, received: Day): boolean {
  return Date.parse(received) - Date.parse(ordered) > REGRET_DAYS * DAY_MS
}
