import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/**
 * Back closes what lies over the screen and stays on it; no entry of the history is made for that. What led here from
 * another site is out of the router's reach: there Back leaves.
 */
export function useBackCloses(close: () => void): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    close()
  }, [blocker, close])
}
