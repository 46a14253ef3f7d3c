import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { announce } from './announcer.tsx'
import { isHandedOver } from './toast.tsx'

/** Outside React, because navigation may replace the page frame. The way from the other entry is one, too. */
let shown: string | undefined = isHandedOver ? '' : undefined

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
      if (leaving?.contains(document.activeElement)) handOn()
    }
  }, [part])
}

/**
 * Gives a lost focus to the heading, after the replacement is rendered, and unless that or a dialog has taken it. A
 * new heading on the same screen is that of a step and comes into view; one that was there stays where it is.
 */
export function handOn(): void {
  // The address is that of the next page before this one is gone.
  const isLeft = shown !== location.pathname
  const before = currentHeading()
  setTimeout(() => {
    if (!isFocusLost()) return
    const heading = currentHeading()
    // The page behind a dialog cannot take the focus.
    const isNew = heading !== before && !isLeft && shown === location.pathname
    if (isNew || heading?.closest('dialog')) focusInView(heading)
    else focusHeading()
  })
}

function currentHeading(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>('dialog[open] .dialog-title')].at(-1) ?? screenHeading()
}

/**
 * Focuses a heading where it shows: between the header and the bar at the bottom it stays where it is, else it goes to the
 * top, with its step below it. Also when it has the focus, unlike `focus()` alone.
 */
export function focusInView(heading: HTMLElement | null): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  const before = heading.getBoundingClientRect().top
  // Knows the header and the bar by the page's scroll padding.
  heading.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  if (heading.getBoundingClientRect().top !== before)
    heading.scrollIntoView({ block: 'start', behavior: 'instant' })
}

/** Whether the element that had the focus is removed or hidden. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.getClientRects().length === 0
  )
}

/** Without scrolling: on arrival the router decides where the page shows. */
export function focusHeading(): void {
  const heading = screenHeading()
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}

/** Skips a heading that is only shown until the data arrive: the focus would be lost with it. */
function screenHeading(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('#contenido h1:not([data-passing])') ??
    document.getElementById('contenido')
  )
}
