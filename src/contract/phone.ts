import { PHONE_DIGITS } from './limits.ts'

/**
 * The ten digits of an Argentine number as people type it. Separators are dropped; so are country code, mobile 9,
 * leading 0 and the mobile 15 after the area code, when that leaves exactly ten digits.
 */
export function phoneDigits(typed: string): string {
  // Letters mean that it is not a phone number.
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

/** WhatsApp needs 54, then 9, then the ten digits of an Argentine mobile. */
export function whatsappLink(phone: string, text: string): string {
  return `https://wa.me/${international(phone)}?text=${encodeURIComponent(text)}`
}

/** Opens a Telegram chat with a number, if its owner allows it. The link cannot prefill text. */
export function telegramLink(phone: string): string {
  return `https://t.me/+${international(phone)}`
}

function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.startsWith('54') && digits.length > PHONE_DIGITS ? digits : `549${digits}`
}
