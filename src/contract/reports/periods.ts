import { dayInNumbers } from '../place.ts'
import type { ReportGroup } from './report-rules.ts'

/** A day in Buenos Aires, such as `2026-11-20`. */
type Day = string

/** A calendar period: its key, and its days within the report. */
export interface Period {
  key: string
  first: Day
  last: Day
}

const DAY_MS = 86_400_000

/** The periods from one day to another, both included, in order. */
export function periodsOf(from: Day, to: Day, group: ReportGroup): Period[] {
  const periods: Period[] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const [key, last] = [KEY_OF[group](day), periods.at(-1)]
    if (last?.key === key) last.last = day
    else periods.push({ key, first: day, last: day })
  }
  return periods
}

/** `2026-11-20`, `2026-W47` or `2026-11`. */
export const KEY_OF: Record<ReportGroup, (day: Day) => string> = {
  day: (day) => day,
  week: weekOf,
  month: (day) => day.slice(0, 7),
}

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOf(day: Day): string {
  const midnight = Date.parse(day)
  const sinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  const thursday = new Date(midnight + (3 - sinceMonday) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7)
  return `${year}-W${String(week).padStart(2, '0')}`
}

export function nextDay(day: Day): Day {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** '20/11/2026', '16/11/2026 a 22/11/2026', 'noviembre de 2026'. */
export function periodLabel({ first, last }: Period, group: ReportGroup): string {
  if (group === 'month') return `${MONTHS[Number(first.slice(5, 7)) - 1]} de ${first.slice(0, 4)}`
  return first === last ? dayInNumbers(first) : `${dayInNumbers(first)} a ${dayInNumbers(last)}`
}
