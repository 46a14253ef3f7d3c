/** Days and times as the shop tells them: in Spanish and in the time of Buenos Aires, wherever the reader is. */
const ZONE = 'America/Argentina/Buenos_Aires'
const day = new Intl.DateTimeFormat('es-AR', { dateStyle: 'long', timeZone: ZONE })
const shortDay = new Intl.DateTimeFormat('es-AR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: ZONE,
})

/** '20 de noviembre de 2026' */
export function formatDay(instant: string): string {
  return day.format(new Date(instant))
}

/** '20/11/2026' */
export function formatShortDay(instant: string): string {
  return shortDay.format(new Date(instant))
}
