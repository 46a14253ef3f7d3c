import { useLayoutEffect } from 'react'
import { focusHeading, isFocusLost } from '../../ui/use-focus-on-arrival.ts'

/**
 * A dialog gives the focus back to what opened it. That may be part of what was just deleted, and goes a moment later,
 * when the list has been asked for again: then the heading of the screen has it.
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
    // What takes its place may take the focus too.
    if (!opener.isConnected) setTimeout(() => isFocusLost() && focusHeading())
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
