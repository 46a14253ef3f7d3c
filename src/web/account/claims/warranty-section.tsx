import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useId } from 'react'
import {
  CLAIMS_FORBIDDEN,
  CLAIM_STATUS_LABEL,
  CLAIM_STATUS_TEXT,
  showsResolution,
} from '../../../contract/warranty/warranty-status.ts'
import { Refusal } from '../../data/api.ts'
import { paths } from '../../app/paths.ts'
import type { Session } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingCards } from '../../ui/list/card-skeleton.tsx'
import { ClaimFiled, useFiledClaim, ClaimForm, StaffPointer } from './claim-form.tsx'
import { myClaims } from './claims-query.ts'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import { ClaimStatusBadge } from '../../shop/claim-status-badge.tsx'
import { Fact } from '../../shop/fact.tsx'
import { formatCalendarDay, formatDay, formatShortDay } from '../../shop/dates.ts'
import { SLOTS } from './photo-slots.tsx'
import './claims.css'

const NEW = 'nuevo'

/** The user's claims with the shop's answers, and the form for a new one. */
export function WarrantySection({ session }: { session: Session }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  if (session.isAdmin) return <StaffPointer />
  if (!search.has(NEW)) return <Claims session={session} />
  const list = paths.account('warranty')
  return (
    <>
      <p>
        <Link className="button quiet claims-back" to={list}>
          Volver a los reclamos
        </Link>
      </p>
      <ClaimForm
        session={session}
        rule={{ kind: 'account' }}
        heading="h2"
        onFiled={(id) => void navigate(list, { replace: true, state: { claimFiled: id } })}
      />
    </>
  )
}

function Claims({ session }: { session: Session }) {
  const { data, isPending, isFetching, error, refetch } = useQuery(myClaims(session))
  const filed = useFiledClaim()
  return (
    <>
      {filed !== undefined && <ClaimFiled key={filed} id={filed} />}
      {data && data.length > 0 && <NewClaim />}
      {error && <ErrorPanel title={whatFailed(error)} onRetry={() => void refetch()} />}
      {isPending && (
        <LoadingCards
          className="claims stack-4"
          cards={['claim-card-skeleton', 'claim-card-skeleton']}
          parts={['title', 'badge', 'line', 'line', 'line', 'line']}
        />
      )}
      {data && (
        <p className="claims-count" role="status">
          {data.length === 1 ? '1 reclamo' : `${data.length} reclamos`}
        </p>
      )}
      {data?.length === 0 && (
        <EmptyState title="Sin reclamos todavía">
          <p>¿Una semilla no abrió? Mandanos fotos y la revisamos.</p>
          <NewClaim />
        </EmptyState>
      )}
      <ul
        className="claims stack-4"
        aria-label="Reclamos"
        aria-busy={isFetching || undefined}
        hidden={!data?.length}
      >
        {data?.map((claim) => (
          <ClaimCard key={claim.id} claim={claim} />
        ))}
      </ul>
    </>
  )
}

function whatFailed(error: Error): string {
  const isForbidden = error instanceof Refusal && (error.status === 403 || error.status === 401)
  return isForbidden ? CLAIMS_FORBIDDEN : 'Error al cargar las solicitudes de garantía'
}

function NewClaim() {
  return (
    <Link className="button primary claims-new" to={`${paths.account('warranty')}&${NEW}=1`}>
      <Plus aria-hidden="true" size={20} />
      Nuevo reclamo
    </Link>
  )
}

/** One claim: its status, the shop's answer, and the claim as sent. */
function ClaimCard({ claim }: { claim: Claim }) {
  const titleId = useId()
  return (
    <li className="surface claim-entry stack-3" aria-labelledby={titleId}>
      <div className="between">
        <h2 id={titleId}>{claim.product_name}</h2>
        <ClaimStatusBadge status={claim.status} />
      </div>
      <p className="claim-entry-line note">
        Reclamo #{claim.id} · {formatDay(claim.created_at)}
        {claim.order_id !== null && ` · Pedido #${claim.order_id}`}
      </p>
      <Track claim={claim} />
      <p>{CLAIM_STATUS_TEXT[claim.status] ?? ''}</p>
      <Answer claim={claim} />
      <details className="claim-entry-details">
        <summary>
          Ver lo enviado<span className="visually-hidden"> en el reclamo #{claim.id}</span>
        </summary>
        <dl className="claim-facts facts stack-2">
          <Fact name="Fecha de compra">{formatCalendarDay(claim.purchase_date)}</Fact>
          <Fact name="Fecha de germinación">{formatCalendarDay(claim.germination_date)}</Fact>
          <Fact name="Descripción">{claim.description}</Fact>
        </dl>
        <Photos claim={claim} />
      </details>
    </li>
  )
}

/** The shop's answer, and the resolution if there is one. */
function Answer({ claim }: { claim: Claim }) {
  const resolution = showsResolution(claim.status) ? claim.resolution_details : ''
  if (!claim.admin_response && !resolution) return null
  return (
    <dl className="claim-answer stack-2">
      {claim.admin_response && <Fact name="Respuesta de la tienda">{claim.admin_response}</Fact>}
      {resolution && <Fact name="Resolución">{resolution}</Fact>}
    </dl>
  )
}

/** Received, under review, result: the first and the current step have a date. */
function Track({ claim }: { claim: Claim }) {
  const reached = claim.status === 'pending' ? 0 : claim.status === 'reviewing' ? 1 : 2
  const steps = ['Recibido', 'En revisión', reached === 2 ? CLAIM_STATUS_LABEL[claim.status] : 'Resultado']
  const dayOfStep = (step: number) =>
    step === 0 ? formatShortDay(claim.created_at) : step === reached ? formatShortDay(claim.updated_at) : ''
  return (
    <ol className="claim-track" aria-label="Estado del reclamo">
      {steps.map((name, step) => (
        <li
          key={name}
          className={step <= reached ? 'claim-track-done' : ''}
          aria-current={step === reached ? 'step' : undefined}
        >
          <span>{name}</span>
          <span className="claim-track-day">{dayOfStep(step)}</span>
        </li>
      ))}
    </ol>
  )
}

function Photos({ claim }: { claim: Claim }) {
  const photos = [claim.photo1, claim.photo2, claim.photo3]
  return (
    <ul className="claim-photos wrap-3" aria-label="Fotos">
      {SLOTS.map(
        ({ name }, slot) =>
          photos[slot] && (
            <li key={name}>
              <a href={photos[slot]} target="_blank" rel="noopener">
                <img src={photos[slot]} alt="" loading="lazy" width={160} height={120} />
                {name}
                <span className="visually-hidden"> (se abre en otra pestaña)</span>
              </a>
            </li>
          ),
      )}
    </ul>
  )
}
