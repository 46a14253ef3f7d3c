interface CircuitBreaker {
  /** Runs the work, or throws the error of `whenOpen` while the breaker is open. */
  <Result>(work: () => Promise<Result>): Promise<Result>
}

interface Settings {
  /** Whether an error is an outage, not a refusal. */
  isOutage: (error: unknown) => boolean
  whenOpen: () => Error
  /** The breaker opens after this many outages in a row. */
  outages?: number
  restMs?: number
}

/**
 * A circuit breaker: after some outages in a row all calls are refused at once. After a pause one call is let
 * through, and the others are refused until it succeeds.
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
