import { formatAmount } from './money.ts'
import { missing, notANumber } from './sentences.ts'

/**
 * Parses a number as an Argentine types it: '18400', '18.400', '18.400,50' or '18400.5'. Points before groups of three
 * digits are thousands, a comma or another single point is the decimal sign. Undefined for all else, also for what can
 * be read in two ways: '12,500', '12,500.50', '0.500'. See `unreadError`.
 */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[\s$]/g, '')
  if (plain === '' || everyReading(plain).length > 1) return undefined
  const isGrouped = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(plain)
  if (!isGrouped && !/^-?(?:\d+[.,]?\d*|[.,]\d+)$/.test(plain)) return undefined
  return Number((isGrouped ? plain.replaceAll('.', '') : plain).replace(',', '.'))
}

/** The same for percent: '10', '12,5 %'. */
export function parsePercent(text: string): number | undefined {
  return parseAmount(text.replace(/%\s*$/, ''))
}

/** The error for a text that is no number, with its two readings if it has them: '¿12.500,50 o 12,50?'. */
export function unreadError(text: string, name: string): string | undefined {
  if (parseAmount(text) !== undefined) return undefined
  if (text.trim() === '') return missing(name)
  const readings = readingsOf(text)
  return readings ? `${name} ${twoReadings(readings)}` : notANumber(name)
}

export const twoReadings = (readings: string) => `se puede leer de dos maneras: ${readings}`

/** '¿12.500,50 o 12,50?'; undefined for a text without two readings. */
export function readingsOf(text: string): string | undefined {
  const [one, other] = everyReading(text.replace(/[\s$]/g, ''))
  return other === undefined ? undefined : `¿${one} o ${other}?`
}

/** What a text may mean, as the shop writes it; one reading, or none, when its signs leave no doubt. */
function everyReading(plain: string): string[] {
  const [, sign = '', number = ''] = /^(-?)(\d[\d.,]*\d)$/.exec(plain) ?? []
  const isPlain =
    /^(?:\d+(?:[.,](?:\d{1,2}|\d{4,}))?|[1-9]\d{0,2}(?:\.\d{3})+(?:,(?:\d{1,2}|\d{4,}))?)$/.test(number)
  if (number === '' || isPlain || number.length > 20) return []
  const groups = number.split(/[.,]/)
  const decimalAt = (at: number) => `${groups.slice(0, at).join('')}.${groups.slice(at).join('').slice(0, 2)}`
  const isGrouped = groups.slice(1).every((group) => group.length === 3)
  const readings = [...(isGrouped ? [groups.join('')] : []), decimalAt(groups.length - 1), decimalAt(1)]
  return [...new Set(readings.map((reading) => sign + formatAmount(Number(reading))))]
}
