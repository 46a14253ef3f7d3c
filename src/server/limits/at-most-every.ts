/** Calls `ask` at most once within `milliseconds`; all callers within that time share the result or failure. */
export function atMostEvery<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= milliseconds) last = { at: now, answer: ask() }
    return last.answer
  }
}
