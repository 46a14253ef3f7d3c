import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

export interface AddressWrite {
  /** Instead of what was to be written before. */
  later: (write: () => void, delayMs: number) => void
  cancel: () => void
}

/**
 * Writes the address a moment after the last key. While the reader is on the way to another screen it waits on: a
 * write then would call the way off and leave them where they were. Gone with the screen.
 */
export function useAddressWrite(): AddressWrite {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const shown = useRef({ pathname, state })
  useEffect(() => {
    shown.current = { pathname, state }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The same for the life of the screen, so that effects may depend on it.
  return useMemo(() => {
    const later = (write: () => void, delayMs: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        // The address is the next screen's before that screen is drawn.
        const isLeaving =
          shown.current.state !== 'idle' || shown.current.pathname !== window.location.pathname
        if (isLeaving) later(write, delayMs)
        else write()
      }, delayMs)
    }
    return { later, cancel: () => clearTimeout(timer.current) }
  }, [])
}
