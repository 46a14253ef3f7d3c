import { monthName, MONTHS } from '../place.ts'

export const SOWING_WRONG = 'La siembra debe ser un mes o dos, como «septiembre a enero»'

/**
 * The months of 'Septiembre a enero', 'sep a ene' or '9 a 1' as [9, 10, 11, 12, 1]; one month alone is that month. Empty for
 * an empty text, undefined for one that names no months.
 */
export function sowingMonths(text: string): number[] | undefined {
  if (text.trim() === '') return []
  const words = text.replace(/[-–]/g, ' a ').trim().split(/\s+/)
  const isOneOrTwo = words.length === 1 || (words.length === 3 && words[1] === 'a')
  const [first, last] = [monthOf(words[0] ?? ''), monthOf(words.at(-1) ?? '')]
  if (!isOneOrTwo || first === undefined || last === undefined) return undefined
  return Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, n) => ((first - 1 + n) % 12) + 1)
}

/** 'sep a ene' as the shop writes it: 'Septiembre a enero'. Undefined for a text that names no months. */
export function sowingText(text: string): string | undefined {
  const months = sowingMonths(text)
  if (months === undefined || months.length === 0) return months && ''
  const ends = [...new Set([months[0], months.at(-1)])].map((month) => monthName(month ?? 0))
  const [start = ''] = ends
  return [start.charAt(0).toUpperCase() + start.slice(1), ...ends.slice(1)].join(' a ')
}

function monthOf(text: string): number | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '').replace('setiembre', 'septiembre')
  if (/^\d{1,2}$/.test(word)) return Number(word) >= 1 && Number(word) <= 12 ? Number(word) : undefined
  const found = word.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(word))
  return found < 0 ? undefined : found + 1
}
