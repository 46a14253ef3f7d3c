import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop } from '../shop.ts'

/** Far longer than any of these requests: 99 % take less than 100 ms. */
export const ANSWER_MS = 90

/**
 * Resolves or rejects no earlier than `ANSWER_MS` after its start, so that the response time does not tell what `work` found,
 * e.g. whether an address has an account. The wait starts with the work, not after it, so it hides how long that took.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const least = sleep(ANSWER_MS)
  try {
    return await work()
  } finally {
    await least
  }
}

const background = new Set<Promise<void>>()

/**
 * Logs failures of work that the response does not wait for, usually a mail, so that the response time does not
 * reveal its result.
 */
export function inBackground({ log }: Pick<Shop, 'log'>, work: Promise<void>): void {
  const ended = work
    .catch((error: unknown) => log.error({ err: error }, 'not done after the answer'))
    .finally(() => background.delete(ended))
  background.add(ended)
}

/** Resolves when all such work has ended; a stop waits for it, as the answers said that it is done. */
export async function backgroundEnded(): Promise<void> {
  await Promise.all(background)
}
