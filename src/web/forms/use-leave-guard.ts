import { useEffect, useRef } from 'react'
import { type Blocker, useBlocker } from 'react-router'
import { readSession } from '../session/session.ts'

let unsaved = 0
/** Whether a form on this screen has unsaved changes. */
export function hasUnsaved(): boolean {
  return unsaved > 0
}

/**
 * Asks for confirmation before unsaved changes are left: `blocker` holds navigation for a `LeaveDialog`, the browser itself
 * asks before the tab closes. `release` lets the next navigation pass, for example after a save.
 */
export function useLeaveGuard(isUnsaved: boolean): { blocker: Blocker; release: () => void } {
  const holds = useRef(isUnsaved)
  useEffect(() => {
    holds.current = isUnsaved
    if (!isUnsaved) return undefined
    unsaved += 1
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      unsaved -= 1
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Without a session the form is already gone.
      holds.current && currentLocation.pathname !== nextLocation.pathname && readSession() !== null,
  )
  return {
    blocker,
    release: () => {
      holds.current = false
    },
  }
}
