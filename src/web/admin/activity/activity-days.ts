import type { Activity } from '../../../contract/activity.ts'
import { dayOf, formatCalendarDay } from '../../shop/dates.ts'

/** One entry, or several consecutive minor ones folded into one line. */
export type TimelineItem = { kind: 'entry'; entry: Activity } | { kind: 'folded'; entries: Activity[] }

interface TimelineDay {
  /** `2026-11-20` in Buenos Aires. */
  day: string
  items: TimelineItem[]
}

const FOLDED_FROM = 3

/** The log by day, newest first. Three or more consecutive logins are folded into one line. */
export function timeline(entries: readonly Activity[]): TimelineDay[] {
  const days = Map.groupBy(entries, ({ timestamp }) => dayOf(timestamp))
  return [...days].map(([day, of]) => ({ day, items: fold(of) }))
}

function fold(entries: readonly Activity[]): TimelineItem[] {
  const runs: Activity[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && isMinor(entry) && run.every(isMinor)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run): TimelineItem[] =>
    run.length >= FOLDED_FROM
      ? [{ kind: 'folded', entries: run }]
      : run.map((entry) => ({ kind: 'entry', entry })),
  )
}

function isMinor({ action }: Activity): boolean {
  return action === 'login'
}

/** 'Hoy, 20 de noviembre de 2026' */
export function dayHeading(day: string, now: number): string {
  const words = formatCalendarDay(day)
  if (day === dayOf(new Date(now))) return `Hoy, ${words}`
  return day === dayOf(new Date(now - 86_400_000)) ? `Ayer, ${words}` : words
}
