import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CLAIMS_FORBIDDEN } from '../../../contract/warranty/warranty-status.ts'
import { Refusal } from '../../data/api.ts'
import { paths } from '../../app/paths.ts'
import type { Session } from '../../session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingCards } from '../../ui/list/card-skeleton.tsx'
import './claims.css'
import { ClaimCard } from './claim-card.tsx'
import { ClaimFiled, useFiledClaim } from './claim-filed.tsx'
import { ClaimForm } from './claim-form.tsx'
import { myClaims } from './claims-query.ts'
import { StaffPointer } from './staff-pointer.tsx'

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
