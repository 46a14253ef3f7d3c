import type { Attempt, Owner } from '../browser/drafts.ts'
import { readSession } from '../session/session.ts'
import { Refusal } from './api.ts'

/** After other errors (no response, no session, a server error) the request may have been processed. */
const SAYS_NOT_DONE = new Set([400, 404, 409, 413, 415, 422])

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
    if (error instanceof Refusal && SAYS_NOT_DONE.has(error.status)) attempt.forget()
    throw error
  }
}
