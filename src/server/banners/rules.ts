import type { Day } from '../days.ts'

/** Both days are inclusive; a missing one does not limit. */
export function showsOn(
  day: Day,
  banner: { is_active: boolean; start_date: Day | null; end_date: Day | null },
): boolean {
  return banner.is_active && (banner.start_date ?? day) <= day && day <= (banner.end_date ?? day)
}

export function daysAreInOrder({
  start_date,
  end_date,
}: {
  start_date: Day | null
  end_date: Day | null
}): boolean {
  return start_date === null || end_date === null || start_date <= end_date
}
