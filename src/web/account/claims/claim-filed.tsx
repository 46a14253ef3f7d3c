import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { within } from '../../../contract/settings/settings-rules.ts'
import { shopSettings } from '../../data/queries.ts'
import { StepHeading } from '../../ui/step-heading.tsx'
import { useHandedOver } from '../use-handed-over.ts'
import './claim-form.css'

/** The number of the claim just filed, from the form's navigation; it survives a reload. */
export function useFiledClaim(): number | undefined {
  return useHandedOver('claimFiled')
}

/** Confirms a filed claim: its number, and when to expect an answer. `children`: next steps. The number must be its key. */
export function ClaimFiled({ id, children }: { id: number; children?: ReactNode }) {
  const answeredIn = useQuery(shopSettings()).data?.claim_reply
  return (
    <section className="done-panel callout ok claim-filed" aria-labelledby="reclamo-enviado">
      <StepHeading as="h2" id="reclamo-enviado">
        <BadgeCheck aria-hidden="true" size={26} />
        Solicitud enviada con éxito
      </StepHeading>
      <p>
        Es el <strong>Reclamo #{id}</strong>. Lo revisamos y te respondemos por email{within(answeredIn)}.
      </p>
      {children && <div className="claim-filed-actions wrap-2">{children}</div>}
    </section>
  )
}
