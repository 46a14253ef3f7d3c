import type { Attempt, Owner } from '../browser/drafts.ts'
import { readSession } from '../session/session.ts'
import { Refusal } from './api.ts'

const NOT_DONE = new Set([400, 404, 409, 413, 415, 422])
/** The server gives these after it has looked for the key; others may say nothing about an earlier request. */
const KEY_UNUSED = new Set([409, 422])

/** After other errors (no response, no session, a server error) the request may have been processed. */
export function saysNotDone(error: unknown): boolean {
  return error instanceof Refusal && NOT_DONE.has(error.status)
}

/** Another request was done under the key. */
export function wasDoneBefore(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'IDEMPOTENCY_MISMATCH'
}

/**
 * Sends a request with an idempotency key, which retries reuse until the outcome is known. `doneBefore` makes the error
 * to throw when the server has done a different, earlier request under that key, from its answer if it can be had.
 */
export async function sendOnce<Request extends object, Answer>(
  attempt: Attempt,
  request: Request,
  send: (idempotencyKey: string, request: Request) => Promise<Answer>,
  owner: Owner = readSession()?.userId ?? null,
  doneBefore?: (answer: Answer | undefined) => Error,
): Promise<Answer> {
  const { key, earlier } = attempt.start(owner, request)
  try {
    const answer = await send(key, request)
    attempt.forget()
    return answer
  } catch (error) {
    if (wasDoneBefore(error) && doneBefore && earlier.length > 0) {
      // safe: `start` got them from here
      const answer = await answerOf(earlier as Request[], (other) => send(key, other))
      attempt.forget()
      throw doneBefore(answer)
    }
    const isTold = earlier.length === 0 || (error instanceof Refusal && KEY_UNUSED.has(error.status))
    if (saysNotDone(error) && isTold) attempt.forget()
    throw error
  }
}

/** The key is used, so a repeat does nothing more: the request that was done gets its answer again, others a refusal. */
async function answerOf<Request, Answer>(
  earlier: readonly Request[],
  send: (request: Request) => Promise<Answer>,
): Promise<Answer | undefined> {
  for (const request of earlier) {
    try {
      return await send(request)
    } catch (error) {
      if (!saysNotDone(error)) throw error
    }
  }
  return undefined
}
