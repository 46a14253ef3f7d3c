import { useEffect } from 'react'
import { NavigationType, useBlocker } from 'react-router'

/**
 * Back closes a dialog and stays on the screen, without an entry in the history. When the visitor came from another site,
 * Back leaves: the router cannot block that.
 */
export function useBackCloses(close: () => void): void {
  const blocker = useBlocker(({ historyAction }) => historyAction === NavigationType.Pop)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    close()
  }, [blocker, close])
}
