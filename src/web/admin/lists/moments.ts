import { LOCALE, TIME_ZONE } from '../../../contract/place.ts'

const moment = new Intl.DateTimeFormat(LOCALE, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: TIME_ZONE,
})

/** '20/11/2026, 14:05', in the time of Buenos Aires. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant))
}
