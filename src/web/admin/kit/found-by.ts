import { isNumber, searchedPhone } from '../../../contract/phone.ts'
import { plainText, searchedWords } from '../../../contract/plain-text.ts'

/**
 * Why a search found a row, when it is not by what the row shows: 'Coincide el email: ana@correo.example'. `hidden`: texts
 * by what they are, such as 'el email'.
 */
export function foundBy(search: string, shown: string, hidden: Record<string, string>): string | undefined {
  const words = searchedWords(search)
  const digits = searchedPhone(search)
  const has = (text: string) => {
    const plain = plainText(text)
    return words.every((word) => plain.includes(word))
  }
  if (has(shown)) return undefined
  const why = Object.entries(hidden).find(([, text]) =>
    isNumber(text)
      ? digits !== undefined && text.replace(/\D/g, '').includes(digits)
      : text !== '' && has(`${shown} ${text}`),
  )
  return why && `Coincide ${why[0]}: ${why[1]}`
}
