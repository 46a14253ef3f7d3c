import type { Claim } from '../../../contract/warranty/warranty.ts'
import type { ClaimStatus } from '../../../contract/warranty/warranty-status.ts'
import { plainText, searchedWords } from '../../../contract/plain-text.ts'

export interface ClaimPhoto {
  label: string
  src: string
}

/** The photos of the three slots, without empty ones. */
export function photosOf(claim: Claim): ClaimPhoto[] {
  return [
    { label: 'Blister', src: claim.photo1 },
    { label: 'Proceso', src: claim.photo2 },
    { label: 'Resultado', src: claim.photo3 },
  ].filter(({ src }) => src !== '')
}

/**
 * Matches like the server: name, e-mail, order number and product, by words in any order, or the claim's own number.
 */
export function claimMatches(claim: Claim, search: string): boolean {
  if (search.trim().replace('#', '') === String(claim.id)) return true
  const text = plainText([claim.name, claim.email, claim.order_number, claim.product_name].join(' '))
  return searchedWords(search).every((word) => text.includes(word))
}

/** The order number of a claim, also one typed by a visitor without an account. */
export function orderNumberOf(claim: Claim): number | undefined {
  if (claim.order_id !== null) return claim.order_id
  const number = /^#?\s*([1-9]\d{0,8})$/.exec(claim.order_number.trim())?.[1]
  return number === undefined ? undefined : Number(number)
}

export function isWaiting(status: ClaimStatus): boolean {
  return status === 'pending' || status === 'reviewing'
}
