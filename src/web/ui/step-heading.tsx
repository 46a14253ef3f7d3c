import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { focusInView, handOn } from './use-focus-on-arrival.ts'

interface StepHeadingProps {
  as?: 'h1' | 'h2' | 'h3'
  /** Of a heading that stays from step to step: only a change takes the focus. */
  step?: number
  /** The step opened with its page, which has its own arrival. */
  isFirst?: boolean
  id?: string
  className?: string
  children: ReactNode
}

/**
 * The heading of a step that takes the place of another one, or of the result: takes the focus, in view, and hands it on when the
 * step ends. The one way for a change of step.
 */
export function StepHeading({ as: Heading = 'h1', step, isFirst, children, ...rest }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useLayoutEffect(() => handOn, [])
  // After the router has restored the scroll position.
  useEffect(() => {
    if (step === undefined ? !isFirst : before.current !== step) focusInView(heading.current)
    before.current = step
  }, [step, isFirst])
  return (
    <Heading tabIndex={-1} ref={heading} {...rest}>
      {children}
    </Heading>
  )
}
