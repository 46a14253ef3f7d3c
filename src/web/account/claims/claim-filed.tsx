import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHandedOver } from '../use-handed-over.ts'
import '../done-panel.css'

/** The number of the claim that was filed a moment ago, which the form hands over; it survives a reload. */
export function useFiledClaim(): number | undefined {
  return useHandedOver('claimFiled')
}

/** Stays after a claim was sent: its number, and when an answer comes. `children` offer what to do next. Give it the number as key. */
export function ClaimFiled({ id, children }: { id: number; children?: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="done-panel claim-filed" aria-labelledby="reclamo-enviado">
      <h2 id="reclamo-enviado" tabIndex={-1} ref={title}>
        <BadgeCheck aria-hidden="true" size={26} />
        Solicitud enviada con éxito
      </h2>
      <p>
        Es el <strong>Reclamo #{id}</strong>. La revisión lleva entre 48 y 72 horas hábiles; la respuesta
        llega por email.
      </p>
      {children && <div className="claim-filed-actions">{children}</div>}
    </section>
  )
}
