/** The clocks of instances, and of requests that run together, may differ by so much. */
const TOLERANCE_MS = 60_000

/** What was started or issued after this moment comes from before the clock was set back, and no longer holds. */
export function latestStart(now: Date): Date {
  return new Date(now.getTime() + TOLERANCE_MS)
}
