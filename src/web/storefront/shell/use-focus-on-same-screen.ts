import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { focusHeading, isFocusLost } from '../../ui/use-focus-on-arrival.ts'

/**
 * A link to the current screen changes it in place. From header and footer the heading takes the focus, as on arrival; when
 * the change removed the focused element, such as a filter's chip, the line with the count takes it.
 */
export function useFocusOnSameScreen(): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef({ key, pathname })
  // Before the next frame, while a hidden link still has the focus.
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
