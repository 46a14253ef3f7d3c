import { OFFSET_MS } from '../place.ts'

/** Monday to Friday, 9 to 18, in Buenos Aires: the business hours of the promised answer. */
const OPENS = 9
const CLOSES = 18
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const DAY_HOURS = CLOSES - OPENS
const WEEK_HOURS = 5 * DAY_HOURS

/** Business hours between two instants, with fractions; 0 when the second is not later. Holidays count. */
export function businessHours(from: string | Date, to: string | Date): number {
  const [start, end] = [new Date(from).getTime(), new Date(to).getTime()]
  return end > start ? hoursSinceMonday(end) - hoursSinceMonday(start) : 0
}

/** The instant that is `hours` business hours before `to`. */
export function businessHoursBefore(to: Date, hours: number): Date {
  const since = hoursSinceMonday(to.getTime()) - hours
  // The earliest such instant: the end of a day, not the beginning of the next.
  const week = Math.ceil(since / WEEK_HOURS) - 1
  const rest = since - week * WEEK_HOURS
  const day = Math.ceil(rest / DAY_HOURS) - 1
  const local = (week * 7 + day) * DAY_MS + (OPENS + rest - day * DAY_HOURS) * HOUR_MS
  return new Date(local - OFFSET_MS - 3 * DAY_MS)
}

/** Business hours since a Monday in the past. */
function hoursSinceMonday(instant: number): number {
  // 1970-01-01 was a Thursday: three days after a Monday.
  const local = instant + OFFSET_MS + 3 * DAY_MS
  const days = Math.floor(local / DAY_MS)
  const weekday = ((days % 7) + 7) % 7
  const hour = (local - days * DAY_MS) / HOUR_MS
  const today = weekday < 5 ? Math.min(DAY_HOURS, Math.max(0, hour - OPENS)) : 0
  return ((days - weekday) / 7) * WEEK_HOURS + Math.min(weekday, 5) * DAY_HOURS + today
}

/** The promise is 48 to 72 business hours. */
const PROMISED_FROM_HOURS = 48
export const PROMISED_HOURS = 72

type Wait = 'ok' | 'warn' | 'err'

/** Within the promise, in its last third, or past it. */
export function waitTone(hours: number): Wait {
  if (hours < PROMISED_FROM_HOURS) return 'ok'
  return hours <= PROMISED_HOURS ? 'warn' : 'err'
}
