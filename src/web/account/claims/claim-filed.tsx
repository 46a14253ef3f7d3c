import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import '../done-panel.css'

/** The number of the claim that was filed a moment ago, which the form hands over; it survives a reload. */
export function useFiledClaim(): number | undefined {
  const state: unknown = useLocation().state
  const id =
    typeof state === 'object' && state !== null && 'claimFiled' in state ? state.claimFiled : undefined
  return typeof id === 'number' ? id : undefined
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
