import { OFFSET, TIME_ZONE } from '../contract/place.ts'

/** A day in Buenos Aires, such as `2026-11-20`. */
export type Day = string

// `sv` formats dates as in ISO 8601.
const inBuenosAires = new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE })

/** The last result, which is nearly always right: formatting a date takes longer than sending a cached response. */
let last = { minute: Number.NaN, day: '' }

/** The day in Buenos Aires at this instant: at 22:30 there, UTC is already at the next day. */
export function dayOf(instant: Date): Day {
  const minute = Math.floor(instant.getTime() / 60_000)
  if (minute !== last.minute) last = { minute, day: inBuenosAires.format(instant) }
  return last.day
}

/** The midnight in Buenos Aires at which the day begins. Argentina has had UTC-3 all year since 2009. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00${OFFSET}`)
}

/** The midnight at which the day ends. */
export function endOfDay(day: Day): Date {
  return new Date(startOfDay(day).getTime() + 24 * 60 * 60_000)
}

/** The day that ends at this midnight, or in which this instant is. */
export function dayEndingAt(end: Date): Day {
  return dayOf(new Date(end.getTime() - 1))
}
