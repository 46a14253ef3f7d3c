import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { within } from '../../../contract/settings/settings-rules.ts'
import { shopSettings } from '../../data/queries.ts'
import { useHandedOver } from '../use-handed-over.ts'
import '../done-panel.css'

/** The number of the claim just filed, from the form's navigation; it survives a reload. */
export function useFiledClaim(): number | undefined {
  return useHandedOver('claimFiled')
}

/** Confirms a filed claim: its number, and when to expect an answer. `children`: next steps. The number must be its key. */
export function ClaimFiled({ id, children }: { id: number; children?: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  const answeredIn = useQuery(shopSettings()).data?.claim_reply
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="done-panel claim-filed" aria-labelledby="reclamo-enviado">
      <h2 id="reclamo-enviado" tabIndex={-1} ref={title}>
        <BadgeCheck aria-hidden="true" size={26} />
        Solicitud enviada con éxito
      </h2>
      <p>
        Es el <strong>Reclamo #{id}</strong>. Lo revisamos y te respondemos por email{within(answeredIn)}.
      </p>
      {children && <div className="claim-filed-actions">{children}</div>}
    </section>
  )
}
