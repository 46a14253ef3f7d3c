import { useEffect, useRef } from 'react'
import { type Blocker, useBlocker } from 'react-router'

/**
 * Holds whoever would leave with something unsaved: links by the router's blocker, closing the tab by the browser's
 * own question. `release` lets the next navigation pass, as after a save.
 */
export function useLeaveGuard(isUnsaved: boolean): { blocker: Blocker; release: () => void } {
  const holds = useRef(isUnsaved)
  useEffect(() => {
    holds.current = isUnsaved
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Without a session the login comes first, whatever is unsaved.
      holds.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== '/login',
  )
  return {
    blocker,
    release: () => {
      holds.current = false
    },
  }
}
