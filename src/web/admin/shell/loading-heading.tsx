import { type ReactNode, useRef } from 'react'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'

/** The heading until the page has its data; the final heading takes over its focus. */
export function LoadingHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusHandedOn(heading)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
