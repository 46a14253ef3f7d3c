import { parseAmount } from '../../../contract/amounts.ts'
import { formatNumber } from '../../../contract/place.ts'

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
