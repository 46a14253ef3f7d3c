import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

export interface AddressWrite {
  /** Replaces a write that is still pending. */
  later: (write: () => void, delayMs: number) => void
  cancel: () => void
}

/** The router reports a navigation a moment after the press, later on a busy machine. */
const AFTER_LINK_MS = 1_000

/**
 * Writes the address after a typing pause. Waits during a navigation, which a write would cancel. Dropped when the
 * screen unmounts.
 */
export function useAddressWrite(): AddressWrite {
  const isLeaving = useIsLeaving()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)

  // Stable for the life of the screen, so that effects may depend on it.
  const write = useMemo(() => {
    const cancel = () => {
      clearTimeout(timer.current)
      waiting.current = undefined
    }
    const later = (task: () => void, delayMs: number) => {
      cancel()
      waiting.current = task
      timer.current = setTimeout(() => {
        if (isLeaving()) return later(task, delayMs)
        waiting.current = undefined
        task()
      }, delayMs)
    }
    return { later, cancel }
  }, [isLeaving])

  useEffect(() => {
    const waitForLink = ({ target }: MouseEvent) => {
      const isLink = target instanceof Element && target.closest('a[href]')
      if (isLink && waiting.current) write.later(waiting.current, AFTER_LINK_MS)
    }
    document.addEventListener('click', waitForLink, true)
    return () => {
      document.removeEventListener('click', waitForLink, true)
      write.cancel()
    }
  }, [write])
  return write
}

/** Returns a stable function that tells whether a navigation is under way. */
function useIsLeaving(): () => boolean {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  const shown = useRef({ pathname, search, state })
  useEffect(() => {
    shown.current = { pathname, search, state }
  })
  // The address changes before the next screen, or this one with other filters, is rendered.
  return useCallback(
    () =>
      shown.current.state !== 'idle' ||
      shown.current.pathname !== window.location.pathname ||
      !isSameQuery(shown.current.search, window.location.search),
    [],
  )
}

/** The browser encodes what the router keeps as it was written. */
function isSameQuery(one: string, other: string): boolean {
  return new URLSearchParams(one).toString() === new URLSearchParams(other).toString()
}
