import { useState } from 'react'
import { Refusal } from '../../data/api.ts'

interface Failure {
  error?: unknown
}

interface Seen<Mark> {
  mark: Mark
  /** The refusal after which it was read. */
  after?: Failure
}

/**
 * What a dialog or a card sends as the state it was opened with. Each STALE answer lets it follow the order once, to the
 * state that it shows next: a change after that is refused again.
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
