/** Days of the shop: `2026-11-20`, as people in Buenos Aires count them. */
export type Day = string

// `sv` writes a date as ISO 8601 does.
const inBuenosAires = new Intl.DateTimeFormat('sv', { timeZone: 'America/Argentina/Buenos_Aires' })

/** The day it is in Buenos Aires at this instant: at 22:30 there it is already tomorrow in UTC. */
export function dayOf(instant: Date): Day {
  return inBuenosAires.format(instant)
}

/** The midnight of Buenos Aires with which the day begins. Argentina has kept UTC-3 all year since 2009. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00-03:00`)
}
