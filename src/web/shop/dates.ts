import { dayInNumbers, monthName, OFFSET_MS } from '../../contract/place.ts'

/** Days and times as the shop shows them: in Spanish and in the time zone of Buenos Aires, wherever the reader is. */

/** '20 de noviembre de 2026' */
export function formatDay(instant: string | Date): string {
  return formatCalendarDay(dayOf(instant))
}

/** '20/11/2026' */
export function formatShortDay(instant: string): string {
  return dayInNumbers(dayOf(instant))
}

/** '27 de noviembre de 2026': the last day of a reservation, which ends at the midnight after it. */
export function formatLastDay(expiresAt: string): string {
  return formatDay(new Date(new Date(expiresAt).getTime() - 1))
}

/** The calendar day of an instant in Buenos Aires, `2026-11-20`; of now when none is given. */
export function dayOf(instant: string | Date = new Date()): string {
  return clockOf(instant).slice(0, 10)
}

/** '14:05' */
export function formatTime(instant: string): string {
  return clockOf(instant).slice(11, 16)
}

/** '20/11/2026, 14:05' */
export function formatMoment(instant: string): string {
  return `${formatShortDay(instant)}, ${formatTime(instant)}`
}

/** `2026-11-20T14:05:00.000Z` for what a clock in Buenos Aires shows, without an `Intl` formatter. */
function clockOf(instant: string | Date): string {
  return new Date(new Date(instant).getTime() + OFFSET_MS).toISOString()
}

/** '20 de noviembre de 2026' for the calendar day `2026-11-20`. */
export function formatCalendarDay(calendarDay: string): string {
  const [year, month, day] = calendarDay.split('-').map(Number)
  return `${day} de ${monthName(month ?? 0)} de ${year}`
}
