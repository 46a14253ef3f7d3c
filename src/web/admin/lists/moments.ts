import { formatShortDay, formatTime } from '../../shop/dates.ts'

/** '20/11/2026, 14:05', in the time of Buenos Aires. */
export function formatMoment(instant: string): string {
  return `${formatShortDay(instant)}, ${formatTime(instant)}`
}
