import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

export interface AddressWrite {
  /** Instead of what was to be written before. */
  later: (write: () => void, delayMs: number) => void
  cancel: () => void
}

/** The router's word that it is under way is drawn a moment after the press, later on a busy machine. */
const AFTER_LINK_MS = 1_000

/**
 * Writes the address a moment after the last key. While the reader is on the way to another screen it waits on: a
 * write then would call the way off and leave them where they were. Gone with the screen.
 */
export function useAddressWrite(): AddressWrite {
  const isLeaving = useIsLeaving()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<() => void>(undefined)

  // The same for the life of the screen, so that effects may depend on it.
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

/** Whether another screen is on its way, asked at any time. The same function for the life of the screen. */
function useIsLeaving(): () => boolean {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const shown = useRef({ pathname, state })
  useEffect(() => {
    shown.current = { pathname, state }
  })
  // The address is the next screen's before that screen is drawn.
  return useCallback(
    () => shown.current.state !== 'idle' || shown.current.pathname !== window.location.pathname,
    [],
  )
}
