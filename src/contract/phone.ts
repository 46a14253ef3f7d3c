import { PHONE_DIGITS } from './limits.ts'

/**
 * What people type, reduced to the ten digits of an Argentine number: separators go, and so do the country code, the
 * mobile 9, the leading 0 and the mobile 15 after the area code when dropping them leaves exactly ten digits.
 */
export function phoneDigits(typed: string): string {
  // Letters are no separators: whoever typed them meant something else.
  if (/\p{L}/u.test(typed)) return ''
  const digits = typed.replace(/\D/g, '')
  const shorter = [
    digits.replace(/^549?/, ''),
    digits.replace(/^0/, ''),
    digits.replace(/^549?0?/, ''),
    digits.replace(/^0?(\d{2,4})15(\d{6,8})$/, '$1$2'),
  ]
  if (digits.length === PHONE_DIGITS) return digits
  return shorter.find((candidate) => candidate.length === PHONE_DIGITS) ?? digits
}

/** A chat with a mobile of Argentina needs 54, then 9, then the ten digits. */
export function whatsappLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, '')
  const international = digits.startsWith('54') && digits.length > PHONE_DIGITS ? digits : `549${digits}`
  return `https://wa.me/${international}?text=${encodeURIComponent(text)}`
}
