import type { Attempt, Owner } from '../browser/drafts.ts'
import { readSession } from '../session/session.ts'
import { Refusal } from './api.ts'

const NOT_DONE = new Set([400, 404, 409, 413, 415, 422])

/** After other errors (no response, no session, a server error) the request may have been processed. */
export function saysNotDone(error: unknown): boolean {
  return error instanceof Refusal && NOT_DONE.has(error.status)
}

/** Sends a request with an idempotency key, which retries reuse until the outcome is known. */
export async function sendOnce<Answer>(
  attempt: Attempt,
  request: object,
  send: (idempotencyKey: string) => Promise<Answer>,
  owner: Owner = readSession()?.userId ?? null,
): Promise<Answer> {
  try {
    const answer = await send(attempt.keyFor(owner, request))
    attempt.forget()
    return answer
  } catch (error) {
    if (saysNotDone(error)) attempt.forget()
    throw error
  }
}
