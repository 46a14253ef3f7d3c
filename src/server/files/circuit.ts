export interface Circuit {
  /** Runs the work, or throws what `refused` makes while it is known that the other side does not answer. */
  <Result>(work: () => Promise<Result>): Promise<Result>
}

interface Settings {
  /** Whether an error means that nobody answers, unlike a refusal. */
  isOutage: (error: unknown) => boolean
  refused: () => Error
  /** So many outages one after the other, and nobody waits for a while. */
  outages?: number
  restMs?: number
}

/**
 * Keeps those who ask from waiting for what does not answer: after some outages all are refused at once; after a rest
 * one of them tries, and the others go on being refused until that one was answered.
 */
export function circuit({ isOutage, refused, outages = 3, restMs = 5_000 }: Settings): Circuit {
  let inARow = 0
  let restUntil = 0
  let trying = false

  return async (work) => {
    const isBroken = inARow >= outages
    if (isBroken && (trying || performance.now() < restUntil)) throw refused()
    trying = isBroken
    try {
      const result = await work()
      inARow = 0
      return result
    } catch (error) {
      inARow = isOutage(error) ? inARow + 1 : 0
      restUntil = performance.now() + restMs
      throw error
    } finally {
      if (isBroken) trying = false
    }
  }
}
