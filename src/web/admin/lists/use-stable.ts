import { useCallback, useEffect, useRef } from 'react'

/** The same function at every render, that does what `act` does now: rows that get it need not be rendered again. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
