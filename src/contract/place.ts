/** Locale, currency and time zone of the shop: Argentina's. No setting changes them. */
export const CURRENCY = 'ARS'
export const LOCALE = 'es-AR'
export const TIME_ZONE = 'America/Argentina/Buenos_Aires'
/** Fixed since 2009, with no daylight saving. Used where an `Intl` object would cost too much. */
export const OFFSET_MS = -3 * 60 * 60_000
/** The same offset in ISO 8601. */
export const OFFSET = '-03:00'

/** Makes a value when it is first used: the first `Intl` formatter costs a browser 50 ms, each other one milliseconds. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** '1.234,5', with at least and at most so many decimals. As `Intl` writes it, without its 50 ms. */
export function formatNumber(value: number, { least = 0, most = 3 } = {}): string {
  const [units = '', decimals = ''] = value.toFixed(most).split('.')
  const shown = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, '')
  return units.replace(/\B(?=(?:\d{3})+$)/g, '.') + (shown && `,${shown}`)
}

/** '20/11/2026' for the day `2026-11-20`. */
export function dayInNumbers(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** January first. */
export const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** 'noviembre'; `month` from 1. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? ''
}
