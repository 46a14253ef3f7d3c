import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { announce } from './announcer.tsx'

/** Outside React, because navigation may replace the page frame. */
let shown: string | undefined

/** Without a new document screen readers do not notice a new page: its heading takes the focus, its title is announced. */
export function useFocusOnArrival(pathname: string): void {
  useEffect(() => {
    const isNew = shown !== undefined && shown !== pathname
    shown = pathname
    if (!isNew) return
    focusHeading()
    announce(document.title)
  }, [pathname])
}

/** When this part is removed while it contains the focus, the heading of the dialog or of the screen takes it. */
export function useFocusHandedOn(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = part.current
    return () => {
      if (!leaving?.contains(document.activeElement)) return
      // After the replacement is rendered, and unless that or a dialog has taken the focus.
      setTimeout(() => isFocusLost() && focusNext())
    }
  }, [part])
}

/** The page behind a dialog cannot take the focus. */
function focusNext(): void {
  const title = [...document.querySelectorAll<HTMLElement>('dialog[open] .dialog-title')].at(-1)
  if (title) title.focus()
  else focusHeading()
}

/** Whether the element that had the focus is removed or hidden. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.getClientRects().length === 0
  )
}

/** Skips a heading that is only shown until the data arrive: the focus would be lost with it. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('#contenido h1:not([data-passing])') ??
    document.getElementById('contenido')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}
