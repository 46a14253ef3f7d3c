import { useEffect } from 'react'
import { announce } from './announcer.tsx'

/** Of the whole document, as a visit may lead from one frame to another. */
let shown: string | undefined

/** Without a new document nothing tells a screen reader that there is a new page: the heading takes focus and is said. */
export function useFocusOnArrival(pathname: string): void {
  useEffect(() => {
    const isNew = shown !== undefined && shown !== pathname
    shown = pathname
    if (!isNew) return
    // One that only stands in until the page has its data would take the focus away with it.
    const heading =
      document.querySelector<HTMLElement>('#contenido h1:not([data-passing])') ??
      document.getElementById('contenido')
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading?.focus({ preventScroll: true })
    announce(document.title)
  }, [pathname])
}
