import { useLayoutEffect } from 'react'
import { focusHeading, isFocusLost } from '../../ui/use-focus-on-arrival.ts'

/**
 * A dialog returns the focus to its opener. That may be part of a deleted row, which disappears a moment later, when the
 * list is refetched: then the heading of the screen takes the focus.
 */
export function useFocusAfterOpener(): void {
  useLayoutEffect(
    () => () => {
      setTimeout(watchOpener)
    },
    [],
  )
}

function watchOpener(): void {
  const opener = document.activeElement
  if (opener === null || isFocusLost()) return
  const watch = new MutationObserver(() => {
    if (document.activeElement === opener) return
    watch.disconnect()
    // Its replacement may take the focus too.
    if (!opener.isConnected) setTimeout(() => isFocusLost() && focusHeading())
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
