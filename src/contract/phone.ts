import { PHONE_DIGITS } from './limits.ts'

/**
 * The digits of an Argentine number as people type it, without 00, 54, 9, 0, and the 15 after the area code: ten if the
 * number is whole. '' for other texts and other countries. `numbering-plan.ts` knows which area codes exist; without it a
 * page stays small.
 */
export function phoneDigits(typed: string): string {
  if (/\p{L}/u.test(typed) || isAbroad(typed)) return ''
  // No area code begins with 0, 5 or 9. WhatsApp and address books add invisible characters.
  const national = typed.replace(/\D/g, '').replace(/^(?:00(?=54))?(?:54)?9?0?/, '')
  // An area code has two to four digits and no 1 after the second, so that the 15 is found without knowing it.
  return national.length === PHONE_DIGITS + 2 ? national.replace(/^(11|\d{3,4}?)15/, '$1') : national
}

/** A number of another country: a plus and eight to fifteen digits. */
export function isForeignPhone(typed: string): boolean {
  return (
    isAbroad(typed) &&
    /^[+\d\s().\-\p{Cf}\p{Pd}]+$/u.test(typed) &&
    /^\d{8,15}$/.test(typed.replace(/\D/g, ''))
  )
}

function isAbroad(typed: string): boolean {
  return /^[^\d+]*\+(?!\D*54)/.test(typed)
}

/** Shorter numbers are not searched as phones. */
const SEARCHED_DIGITS = 6

/** The digits of a number, or of a part of one, to search for; undefined for other texts. */
export function searchedPhone(search: string): string | undefined {
  if (!isNumber(search)) return undefined
  // A number without its area code; abroad all digits count.
  const digits = phoneDigits(search).replace(/^15(?=\d{6,8}$)/, '') || search.replace(/\D/g, '')
  return digits.length >= SEARCHED_DIGITS ? digits : undefined
}

/** Digits and the signs of phone numbers. */
export function isNumber(text: string): boolean {
  return /^[#\d\s().+\p{Cf}\p{Pd}]+$/u.test(text)
}
