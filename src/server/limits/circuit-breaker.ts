export interface CircuitBreaker {
  /** Runs the work, or throws the error of `whenOpen` while the other side is known not to answer. */
  <Result>(work: () => Promise<Result>): Promise<Result>
}

interface Settings {
  /** Whether an error means that the other side does not answer, unlike a refusal. */
  isOutage: (error: unknown) => boolean
  whenOpen: () => Error
  /** The breaker opens after this many outages in a row. */
  outages?: number
  restMs?: number
}

/**
 * Saves callers from waiting for a service that does not answer: after some outages all are refused at once. After a rest
 * one call tries, and the others are still refused until it has an answer.
 */
export function circuitBreaker({
  isOutage,
  whenOpen,
  outages = 3,
  restMs = 5_000,
}: Settings): CircuitBreaker {
  let inARow = 0
  let restUntil = 0
  let trying = false

  return async (work) => {
    const isOpen = inARow >= outages
    if (isOpen && (trying || performance.now() < restUntil)) throw whenOpen()
    trying = isOpen
    try {
      const result = await work()
      inARow = 0
      return result
    } catch (error) {
      inARow = isOutage(error) ? inARow + 1 : 0
      restUntil = performance.now() + restMs
      throw error
    } finally {
      if (isOpen) trying = false
    }
  }
}
