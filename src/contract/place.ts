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

/** '1.234,5'; at most three decimals. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALE)
}
