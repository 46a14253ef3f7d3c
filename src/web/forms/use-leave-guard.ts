import { useEffect, useRef } from 'react'
import { type Blocker, type Location, useBlocker } from 'react-router'
import { readSession } from '../session/session.ts'

let unsaved = 0
/** Whether a form on this screen has unsaved changes. */
export function hasUnsaved(): boolean {
  return unsaved > 0
}

/**
 * Asks for confirmation before unsaved changes are left: `blocker` holds navigation for a `LeaveDialog`, the browser itself
 * asks before the tab closes. `release` lets the next navigation pass, for example after a save. `isShown`: whether the
 * screen still shows the form with these parameters.
 */
export function useLeaveGuard(
  isUnsaved: boolean,
  isShown?: IsShown,
): { blocker: Blocker; release: () => void } {
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
      holds.current && leavesForm(currentLocation, nextLocation, isShown) && readSession() !== null,
  )
  return {
    blocker,
    release: () => {
      holds.current = false
    },
  }
}

type IsShown = (params: URLSearchParams) => boolean

/** Other parameters of the same path leave the form on the screen, unless `isShown` says otherwise. */
export function leavesForm(
  from: Pick<Location, 'pathname'>,
  to: Pick<Location, 'pathname' | 'search'>,
  isShown: IsShown = () => true,
): boolean {
  return from.pathname !== to.pathname || !isShown(new URLSearchParams(to.search))
}
