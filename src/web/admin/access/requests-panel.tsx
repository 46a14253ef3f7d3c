import { type useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { counted } from '../kit/counted.ts'
import { HeldPages } from '../kit/held-pages.tsx'
import { withReason } from '../kit/problem.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { type RowChanges, useRowChanges } from '../kit/use-row-changes.ts'
import { ACCESS_PAGE_SIZE, type AccessFilter, accessParams, fullName, refetchAccess } from './access-query.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { RequestCard, type RequestCardProps } from './request-card.tsx'

interface RequestsPanelProps {
  query: ReturnType<typeof useQuery<AnswerOf<'listAccessRequests'>>>
  filter: AccessFilter
  onInvite: (email: string) => void
}

/** The requests of one state; waiting ones are decided here. */
export function RequestsPanel({ query, filter, onInvite }: RequestsPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRequests(box, query, filter)
  const [rejecting, setRejecting] = useState<AccessRequest>()
  const { done, approve, resend, decided, changes } = useDecisions(list.drop)
  const count = query.data?.count ?? 0
  const asked = list.rows.find(({ id }) => id === rejecting?.id) ?? rejecting
  const isWaiting = filter.tab === 'waiting'
  const rejected = (request: AccessRequest) => {
    setRejecting(undefined)
    decided(request)
  }
  return (
    <div ref={box}>
      <output className="admin-done">{done}</output>
      <HeldPages
        state={query}
        list={list}
        one="pedido de acceso nuevo"
        many="pedidos de acceso nuevos"
        shown={list.rows.length}
        count={count}
        countText={counted(count, 'solicitud', 'solicitudes')}
        skeleton={<RowSkeletons list="access-requests" row="access-skeleton" />}
        empty={<EmptyState title={isWaiting ? 'Nadie espera acceso' : 'No hay solicitudes'} />}
        errorText="Error al cargar las solicitudes de acceso"
        page={filter.page}
        pageSize={ACCESS_PAGE_SIZE}
        paramsOf={(page) => accessParams({ ...filter, page })}
        pagesLabel="Páginas de solicitudes"
      >
        <Cards
          {...{ list, changes, onInvite }}
          onApprove={approve}
          onReject={setRejecting}
          onResend={resend}
        />
      </HeldPages>
      {asked && (
        <RejectDialog request={asked} onRejected={rejected} onClose={() => setRejecting(undefined)} />
      )}
    </div>
  )
}

function useRequests(
  box: RefObject<HTMLElement | null>,
  query: RequestsPanelProps['query'],
  filter: AccessFilter,
) {
  return useHeldList({
    box,
    query,
    listKey: accessParams(filter).toString(),
    page: filter.page,
    pageSize: ACCESS_PAGE_SIZE,
    belongs: ({ status }) => status === filter.tab,
  })
}

interface CardsProps extends Pick<RequestCardProps, 'onApprove' | 'onReject' | 'onInvite' | 'onResend'> {
  list: ReturnType<typeof useRequests>
  changes: RowChanges
}

function Cards({ list, changes, ...actions }: CardsProps) {
  return (
    <ul className="access-requests" aria-label="Pedidos de acceso">
      {list.rows.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          isGone={list.gone.has(request.id)}
          isBusy={changes.isBusy(request.id)}
          problem={changes.problemOf(request.id)}
          {...actions}
        />
      ))}
    </ul>
  )
}

function useDecisions(drop: (id: number) => void) {
  const client = useQueryClient()
  const changes = useRowChanges()
  const [done, setDone] = useState('')
  const decided = (request: AccessRequest) => {
    drop(request.id)
    setDone(outcome(request))
    void refetchAccess(client)
  }
  const decide = (
    { id, version }: AccessRequest,
    decision: 'approve' | 'resend',
    failed: string,
    onDone: (request: AccessRequest) => void,
  ) =>
    changes.change({
      id,
      run: async () =>
        onDone(await call('decideAccess', { params: { id }, body: { decision, note: '', version } })),
      problemOf: (error) => {
        if (error instanceof Refusal && error.status === 409) void refetchAccess(client)
        return withReason(failed, error)
      },
    })
  const approve = (request: AccessRequest) =>
    decide(request, 'approve', 'Error al aprobar el pedido de acceso', decided)
  const resend = (request: AccessRequest) =>
    decide(request, 'resend', 'Error al reenviar la invitación', () =>
      setDone(`${fullName(request)}: le mandamos otra vez la invitación, con un enlace nuevo`),
    )
  return { done, approve, resend, decided, changes }
}

/** The decision and its note. */
function outcome(request: AccessRequest): string {
  const name = fullName(request)
  if (request.user_id !== null) return `${name} ya tiene una cuenta con ese email`
  return request.status === 'approved' ? `${name}: aprobado, le mandamos la invitación` : `${name}: rechazado`
}
