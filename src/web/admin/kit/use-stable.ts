import { useCallback, useEffect, useRef } from 'react'

/** A stable function that calls the latest `act`, so that memoized rows are not rendered again. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
