import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { focusHeading, isFocusLost } from '../ui/use-focus-on-arrival.ts'

/**
 * A link that leads to the screen one is on changes it in place. From header and footer its heading takes the focus, as
 * on arrival; what the change took away with the focus, as a filter's own chip, hands it to the line that counts.
 */
export function useFocusOnSameScreen(): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef({ key, pathname })
  // Before the next frame: what was hidden still has the focus, so that it is known what was pressed.
  useLayoutEffect(() => {
    const isSameScreen = before.current.key !== key && before.current.pathname === pathname
    before.current = { key, pathname }
    if (!isSameScreen || kind === NavigationType.Pop) return
    if (document.activeElement?.closest('header a, footer a')) focusHeading()
    else if (kind === NavigationType.Push && isFocusLost()) focusCount()
  }, [key, pathname, kind])
}

function focusCount(): void {
  const count = document.querySelector<HTMLElement>('.catalogue-count')
  if (count) count.focus({ preventScroll: true })
  else focusHeading()
}
