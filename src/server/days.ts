/** Days of the shop: `2026-11-20`, as people in Buenos Aires count them. */
export type Day = string

// `sv` writes a date as ISO 8601 does.
const inBuenosAires = new Intl.DateTimeFormat('sv', { timeZone: 'America/Argentina/Buenos_Aires' })

/** What was last asked for, which is nearly always now: to write a date takes longer than to send a kept answer's head. */
let last = { minute: Number.NaN, day: '' }

/** The day it is in Buenos Aires at this instant: at 22:30 there it is already tomorrow in UTC. */
export function dayOf(instant: Date): Day {
  const minute = Math.floor(instant.getTime() / 60_000)
  if (minute !== last.minute) last = { minute, day: inBuenosAires.format(instant) }
  return last.day
}

/** The midnight of Buenos Aires with which the day begins. Argentina has kept UTC-3 all year since 2009. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00-03:00`)
}
