import { formatNumber } from '../../../contract/place.ts'

/**
 * Parses a typed number: '18400', '18.400', '18.400,50' or '18400.5'. A comma is the decimal sign; points before groups of
 * three are thousands separators, any other single point is a decimal sign. Undefined for anything else.
 */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0$]/g, '')
  if (plain === '') return undefined
  const hasThousands = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain)
  const number = hasThousands || plain.includes(',') ? plain.replaceAll('.', '').replace(',', '.') : plain
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : undefined
}

/** The number in an optional field: null when it is empty, NaN when it is not a number. */
export function typedNumber(text: string): number | null {
  return text.trim() === '' ? null : (parseAmount(text) ?? Number.NaN)
}

/** The text of a field: '18.400' or '18.400,5'. */
export function amountText(value: number): string {
  return formatNumber(value, { most: 2 })
}

/**
 * Writes a typed number as the panel does. Leaves other text, and more decimals than are written, for the error to
 * explain.
 */
export function tidyNumber(text: string, write = amountText, read = parseAmount): string {
  const value = read(text)
  if (value === undefined) return text.trim()
  const tidy = write(value)
  return read(tidy) === value ? tidy : text.trim()
}
