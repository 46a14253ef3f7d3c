import type { ReactNode } from 'react'
import { StepHeading } from '../../ui/step-heading.tsx'

/** The last step of a card. */
export function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="login-form">
      <StepHeading>{title}</StepHeading>
      {children}
    </div>
  )
}
