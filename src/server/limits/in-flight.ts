/**
 * Limits concurrent work for each key, such as an address; throws the error of `refuse` when a key has `most` in
 * flight.
 */
export function limitInFlight(most: number, refuse: () => Error) {
  const inFlight = new Map<string | number, number>()
  return async <Result>(key: string | number, work: () => Promise<Result>): Promise<Result> => {
    const own = inFlight.get(key) ?? 0
    if (own >= most) throw refuse()
    inFlight.set(key, own + 1)
    try {
      return await work()
    } finally {
      const left = (inFlight.get(key) ?? 1) - 1
      if (left > 0) inFlight.set(key, left)
      else inFlight.delete(key)
    }
  }
}
