import { type ReactNode, useRef } from 'react'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'

/** The heading until the page has its data: that of the page, which comes instead, takes over the focus of who arrives. */
export function PassingHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusHandedOn(heading)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
