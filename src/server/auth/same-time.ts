import { setTimeout as sleep } from 'node:timers/promises'

/** Several times what any question about an account takes, and too short to be felt. */
export const ANSWER_MS = 100

/**
 * Answers, or throws, not before `ANSWER_MS`: the time must not tell what `work` found. The clock starts with the work,
 * not after it, or what is left of the wait would still say how long the work took.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const least = sleep(ANSWER_MS)
  try {
    return await work()
  } finally {
    await least
  }
}
