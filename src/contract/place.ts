/** Where the shop is: its money, its language and its days. They are Argentina's, named here alone; no setting changes them. */
export const CURRENCY = 'ARS'
export const LOCALE = 'es-AR'
/** Of Buenos Aires. */
export const TIME_ZONE = 'America/Argentina/Buenos_Aires'
/** In summer and in winter, since 2009: where an `Intl` object would cost too much. */
export const OFFSET_MS = -3 * 60 * 60_000
/** The same, for an instant as a text. */
export const OFFSET = '-03:00'

/** '1.234,5'; at most three decimals. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALE)
}
