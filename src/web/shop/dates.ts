import { LOCALE, TIME_ZONE } from '../../contract/place.ts'

/** Days and times as the shop shows them: in Spanish and in the time zone of Buenos Aires, wherever the reader is. */
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: TIME_ZONE })
const shortDay = new Intl.DateTimeFormat(LOCALE, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: TIME_ZONE,
})

/** '20 de noviembre de 2026' */
export function formatDay(instant: string): string {
  return day.format(new Date(instant))
}

/** '20/11/2026' */
export function formatShortDay(instant: string): string {
  return shortDay.format(new Date(instant))
}

/** '27 de noviembre de 2026': the last day of a reservation, which ends at the midnight after it. */
export function formatLastDay(expiresAt: string): string {
  return day.format(new Date(new Date(expiresAt).getTime() - 1))
}

// `sv` writes a date as ISO 8601 does.
const isoDay = new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE })

/** The calendar day of an instant in Buenos Aires, `2026-11-20`; of now when none is given. */
export function dayOf(instant: string | Date = new Date()): string {
  return isoDay.format(new Date(instant))
}

/** '20 de noviembre de 2026' for the calendar day `2026-11-20`, which no time zone shifts. */
export function formatCalendarDay(day: string): string {
  return formatDay(`${day}T12:00:00Z`)
}
