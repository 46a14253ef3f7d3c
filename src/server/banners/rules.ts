import type { Day } from '../days.ts'

/** Both days are inclusive; null for no limit. */
export function showsOn(
  day: Day,
  banner: { is_active: boolean; start_date: Day | null; end_date: Day | null },
): boolean {
  return banner.is_active && (banner.start_date ?? day) <= day && day <= (banner.end_date ?? day)
}
