import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { announce } from './announcer.tsx'

/** Of the whole document, as a visit may lead from one frame to another. */
let shown: string | undefined

/** Without a new document nothing tells a screen reader that there is a new page: the heading takes focus and is said. */
export function useFocusOnArrival(pathname: string): void {
  useEffect(() => {
    const isNew = shown !== undefined && shown !== pathname
    shown = pathname
    if (!isNew) return
    focusHeading()
    announce(document.title)
  }, [pathname])
}

/** When this goes away and takes the focus with it, the heading of the screen has it next. */
export function useFocusHandedOn(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = part.current
    return () => {
      if (!leaving?.contains(document.activeElement)) return
      // Once what comes instead is there, and unless that or a dialog has taken it.
      setTimeout(() => isFocusLost() && focusHeading())
    }
  }, [part])
}

/** What had the focus is gone or hidden. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.getClientRects().length === 0
  )
}

/** One that only stands in until the page has its data would take the focus away with it. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('#contenido h1:not([data-passing])') ??
    document.getElementById('contenido')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}
