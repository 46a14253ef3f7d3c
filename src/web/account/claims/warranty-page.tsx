import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { SEE_MY_CLAIM } from '../../../contract/warranty/warranty-status.ts'
import { dayOf } from '../../shop/dates.ts'
import { prime } from '../../data/prime.ts'
import { useHydrated } from '../../browser/hydrated.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { myOrders, profile, shopSettings } from '../../data/queries.ts'
import { readSession, useSession } from '../../session/session.ts'
import {
  ClaimFiled,
  useFiledClaim,
  ClaimForm,
  ClaimSkeleton,
  ClaimSteps,
  QUESTIONS,
  StaffPointer,
} from './claim-form.tsx'
import '../account.css'
import './claim-form.css'

export const loader = prime(() => [shopSettings(), myOrders(readSession()), profile(readSession())])

/** `/garantia`: a claim in three steps, with an account or without. */
export default function WarrantyPage() {
  const hydrated = useHydrated()
  const session = useSession()
  const { data: shop } = useQuery(shopSettings())
  const answer = shop?.claim_reply
  return (
    <div className="page claim-page stack-2">
      <PageHead
        title="Garantía de germinación"
        description={`Reclamo por semillas que no germinaron, en tres pasos: pedido, producto y detalles con fotos.${answer ? ` Respuesta en ${answer}.` : ''}`}
        path={paths.warranty()}
      />
      <p className="claim-page-name">Garantía de germinación</p>
      <p className="claim-note note">
        {shop?.guarantee_note} Antes de reclamar, mirá la{' '}
        <Link to={paths.germination()}>Guía de Germinación</Link>.
      </p>
      {!hydrated ? (
        <FirstSight />
      ) : session?.isAdmin ? (
        <>
          <h1 tabIndex={-1}>Garantía</h1>
          <StaffPointer />
        </>
      ) : (
        <Wizard />
      )}
    </div>
  )
}

function Wizard() {
  const session = useSession()
  const navigate = useNavigate()
  const filed = useFiledClaim()
  const days = useQuery(shopSettings()).data?.warranty_days ?? null
  return (
    <>
      {filed !== undefined && (
        <ClaimFiled key={filed} id={filed}>
          {session ? (
            <Link className="button primary" to={paths.account('warranty')}>
              {SEE_MY_CLAIM}
            </Link>
          ) : (
            <Link className="button primary" to={paths.home()}>
              Volver a la tienda
            </Link>
          )}
        </ClaimFiled>
      )}
      <ClaimForm
        key={`${session?.userId ?? 'anonymous'}-${filed ?? ''}`}
        session={session}
        rule={{ kind: 'wizard', days, today: dayOf() }}
        heading="h1"
        onFiled={(id) => void navigate(paths.warranty(), { replace: true, state: { claimFiled: id } })}
      />
    </>
  )
}

/** Rendered on the server, which does not know the session. */
function FirstSight() {
  const { data: shop } = useQuery(shopSettings())
  return (
    <div className="claim-columns stack-4">
      <div className="claim-form stack-4">
        <ClaimSteps step={1} />
        <h1 className="claim-question" tabIndex={-1}>
          {QUESTIONS[1]}
        </h1>
        <noscript>
          <p>
            Para enviar el reclamo hace falta JavaScript. También podés escribir a {shop?.contact_email} con
            el producto, la fecha de compra y las fotos.
          </p>
        </noscript>
        <ClaimSkeleton />
      </div>
    </div>
  )
}
