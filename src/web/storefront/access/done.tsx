import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { shopSettings } from '../../data/queries.ts'
import { StepHeading } from '../../ui/step-heading.tsx'
import { ASK_FOR_ACCESS } from '../product-card/account-links.tsx'

/** The last step of a card. */
export function Done({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="login-form">
      <StepHeading>{title}</StepHeading>
      {children}
    </div>
  )
}

/** A link that leads no further: why, and how to ask again, unless the shop takes no requests. */
export function AskAgain({ title, children }: { title: string; children: ReactNode }) {
  const isClosed = useQuery(shopSettings()).data?.access_mode === 'closed'
  return (
    <Done title={title}>
      <p className="login-warning">{children}</p>
      {!isClosed && (
        <Link className="button primary large block" to={paths.register()}>
          {ASK_FOR_ACCESS}
        </Link>
      )}
      <Link className="login-way" to={paths.login()}>
        Ya tengo cuenta
      </Link>
    </Done>
  )
}
