import { useState } from 'react'
import { Refusal } from '../../data/api.ts'

interface Failure {
  error?: unknown
}

interface Seen<Mark> {
  mark: Mark
  /** The STALE refusal that made it follow the order. */
  after?: Failure
}

/**
 * The version or state of an order that the user has seen, which a dialog or card sends with its change. Stays that of the
 * opening while the order changes; after each STALE refusal it moves once, to the state shown then.
 */
export function useSeenMark<Mark>(now: Mark, failure: Failure | undefined): Mark {
  const [seen, setSeen] = useState<Seen<Mark>>({ mark: now })
  const next = afterNews(seen, now, failure)
  if (next !== seen) setSeen(next)
  return next.mark
}

export function afterNews<Mark>(seen: Seen<Mark>, now: Mark, failure: Failure | undefined): Seen<Mark> {
  const isStale = failure?.error instanceof Refusal && failure.error.code === 'STALE'
  return isStale && failure !== seen.after && now !== seen.mark ? { mark: now, after: failure } : seen
}
