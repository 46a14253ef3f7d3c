import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import {
  ACCESS_STATUS_LABEL,
  ACCESS_STATUSES,
  ACCESS_NOTE_LENGTH,
} from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest, Invitation } from '../../../contract/accounts/access.ts'
import { decideAccess, listAccessRequests, listInvitations } from '../../../contract/accounts/calls.ts'
import { type AnswerOf, call, Refusal } from '../../data/api.ts'
import { shopSettings } from '../../data/queries.ts'
import { formatMoment, formatShortDay } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { listAddress, oneOrElse, words } from '../kit/list-address.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowProblem, withReason } from '../kit/problem.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import { type ListSource, refetchList, usePanelList } from '../kit/use-panel-list.ts'
import { useRowChanges } from '../kit/use-row-changes.ts'
import {
  CAME,
  InvitationCard,
  RevokeButton,
  RevokeDialog,
  WhoCame,
  type Guest,
  InviteDialog,
} from './invite-dialog.tsx'
import { fullName, Phone, RequestActions, RequestCard } from './request-card.tsx'
import { useForm } from '../../forms/use-form.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import './access-requests-page.css'

const INVITATIONS = 'invitaciones'
const TABS = [...ACCESS_STATUSES, INVITATIONS] as const
type Tab = (typeof TABS)[number]
interface Filter {
  tab: Tab
  search: string
}

const SHARED = {
  name: 'admin-access',
  address: listAddress<Filter>({ tab: oneOrElse(TABS, 'waiting', 'estado'), search: words }),
  pageSize: 12,
  every: 30_000,
}

/** While invitations are shown, those that wait: their number is in a tab. */
const REQUESTS: ListSource<AccessRequest, Filter, AnswerOf<typeof listAccessRequests>> = {
  ...SHARED,
  ask: ({ tab, search }, page, signal) =>
    call(listAccessRequests, {
      query: {
        ...(tab === INVITATIONS ? { ...page, page: 1, status: 'waiting' } : { ...page, status: tab }),
        search: search || undefined,
      },
      signal,
    }),
  belongs: ({ status }, { tab }) => status === tab,
}

/** The open ones, and who came with one lately. */
const INVITED: ListSource<Invitation, Filter> = {
  ...SHARED,
  part: 'invitations',
  ask: ({ tab, search }, page, signal) =>
    call(listInvitations, {
      query: {
        ...page,
        page: tab === INVITATIONS ? page.page : 1,
        state: 'recent',
        search: search || undefined,
      },
      signal,
    }),
}

const WORDS = {
  title: 'Solicitudes',
  rows: ['solicitud', 'solicitudes'],
  fresh: ['pedido de acceso nuevo', 'pedidos de acceso nuevos'],
  refreshed: 'Solicitudes actualizadas',
  loadFailed: 'Error al cargar las solicitudes de acceso',
  refreshFailed: 'Error al actualizar las solicitudes de acceso',
  list: 'Pedidos de acceso',
  pages: 'Páginas de solicitudes',
} as const

const INVITATION_WORDS = {
  ...WORDS,
  rows: ['invitación', 'invitaciones'],
  loadFailed: 'Error al cargar las invitaciones',
  list: 'Invitaciones',
  pages: 'Páginas de invitaciones',
} as const

const INVITATION_COLUMNS: Column<Invitation, 'revoke'>[] = [
  { name: 'Email', render: ({ row }) => row.email },
  { name: 'Referencia', render: ({ row }) => row.label },
  { name: 'Creada', render: ({ row }) => formatShortDay(row.created_at) },
  { name: 'Vence', render: ({ row }) => row.used_at === null && formatShortDay(row.expires_at) },
  { name: CAME, render: ({ row }) => <WhoCame invitation={row} /> },
  { name: 'Acciones', render: (props) => <RevokeButton {...props} /> },
]

const NOBODY: Guest = { email: '', phone: '' }

/** Access requests by state, and invitations. */
export default function AccessRequestsPage() {
  const requests = usePanelList<AccessRequest, Filter, 'reject', AnswerOf<typeof listAccessRequests>>(
    REQUESTS,
  )
  const invitations = usePanelList<Invitation, Filter, 'revoke'>(INVITED)
  const [inviting, setInviting] = useState<Guest>()
  const decisions = useDecisions(requests)
  const { tab, search } = requests.filter
  const counts = { ...requests.query.data?.counts, [INVITATIONS]: invitations.query.data?.count }
  const rejecting = requests.dialog.open?.row
  const revoking = invitations.dialog.open?.row
  const frame = {
    actions: (
      <IconButton
        icon={UserPlus}
        text="Invitar"
        look="primary"
        data-key="n"
        title="Invitar (n)"
        aria-haspopup="dialog"
        onClick={() => setInviting(NOBODY)}
      />
    ),
    views: (
      <TabChips
        label="Qué solicitudes"
        tabs={TABS.map((key) => ({
          key,
          name: key === INVITATIONS ? 'Invitaciones' : ACCESS_STATUS_LABEL[key],
          count: String(counts[key] ?? ''),
        }))}
        chosen={tab}
        onChoose={(to) => requests.go({ tab: to })}
      />
    ),
    filters: <ModeNote />,
    search: { label: 'Buscar por nombre, email o teléfono', placeholder: 'Nombre, email o teléfono' },
    look: { list: 'row-cards', skeleton: 'row-skeleton' },
  }
  const nothing = (title: string) => (
    <EmptyState title={search === '' ? title : `Nada coincide con «${search}»`}>
      {search === '' ? (
        <button
          type="button"
          className="button secondary"
          aria-haspopup="dialog"
          onClick={() => setInviting(NOBODY)}
        >
          Invitar a alguien
        </button>
      ) : (
        <button type="button" className="button secondary" onClick={() => requests.go({ search: '' })}>
          Ver todas
        </button>
      )}
    </EmptyState>
  )
  return (
    <>
      {tab === INVITATIONS ? (
        <ListScreen
          {...frame}
          list={invitations}
          words={INVITATION_WORDS}
          renderCard={(props) => <InvitationCard {...props} />}
          columns={INVITATION_COLUMNS}
          empty={nothing('No hay invitaciones abiertas')}
        />
      ) : (
        <ListScreen
          {...frame}
          list={requests}
          words={WORDS}
          renderCard={(props) => <RequestCard {...props} decisions={decisions} onInvite={setInviting} />}
          columns={requestColumns(decisions, setInviting)}
          empty={nothing(tab === 'waiting' ? 'Nadie espera acceso' : 'No hay solicitudes')}
        />
      )}
      {rejecting && (
        <RejectDialog request={rejecting} onRejected={decisions.decided} onClose={requests.dialog.close} />
      )}
      {revoking && <RevokeDialog invitation={revoking} onClose={invitations.dialog.close} />}
      {inviting && <InviteDialog {...inviting} onClose={() => setInviting(undefined)} />}
    </>
  )
}

/** The table beside the cards of requests. */
function requestColumns(
  decisions: Decisions,
  onInvite: (guest: Guest) => void,
): Column<AccessRequest, 'reject'>[] {
  return [
    { name: 'Nombre', render: ({ row }) => fullName(row) },
    { name: 'Email', render: ({ row }) => row.email },
    { name: 'Teléfono', render: ({ row }) => <Phone request={row} /> },
    { name: 'Pedida', render: ({ row }) => formatMoment(row.created_at) },
    {
      name: 'Acciones',
      render: (props) => (
        <>
          <RequestActions {...props} decisions={decisions} onInvite={onInvite} />
          <RowProblem problem={decisions.problemOf(props.row.id)} />
        </>
      ),
    },
  ]
}

/** Tells when the shop takes no requests. */
function ModeNote() {
  const mode = useQuery(shopSettings()).data?.access_mode
  if (mode === undefined || mode === 'request') return null
  return (
    <p className="access-mode">
      {mode === 'closed'
        ? 'La tienda no recibe pedidos de acceso: se cambia en Ajustes. Las invitaciones siguen andando.'
        : 'La tienda está abierta: quien confirma su email crea su cuenta sin esperar.'}
    </p>
  )
}

export type Decisions = ReturnType<typeof useDecisions>

function useDecisions(list: {
  settle: (request: AccessRequest, said: string) => void
  say: (said: string) => void
}) {
  const client = useQueryClient()
  const { change, isBusy, problemOf } = useRowChanges()
  const decide = (
    { id, version }: AccessRequest,
    decision: 'approve' | 'resend',
    failed: string,
    onDone: (request: AccessRequest) => void,
  ) =>
    change({
      id,
      run: async () =>
        onDone(await call(decideAccess, { params: { id }, body: { decision, note: '', version } })),
      problemOf: (error) => {
        if (error instanceof Refusal && error.status === 409) refetchList(client, 'admin-access')
        return withReason(failed, error)
      },
    })
  const decided = (request: AccessRequest) => {
    list.settle(request, outcome(request))
    refetchList(client, 'admin-access')
  }
  return {
    isBusy,
    problemOf,
    decided,
    approve: (request: AccessRequest) =>
      decide(request, 'approve', 'Error al aprobar el pedido de acceso', decided),
    resend: (request: AccessRequest) =>
      decide(request, 'resend', 'Error al reenviar la invitación', () =>
        list.say(`${fullName(request)}: le mandamos otra vez la invitación, con un enlace nuevo`),
      ),
  }
}

/** The decision and its note. */
function outcome(request: AccessRequest): string {
  const name = fullName(request)
  if (request.user_id !== null) return `${name} ya tiene una cuenta con ese email`
  return request.status === 'approved' ? `${name}: aprobado, le mandamos la invitación` : `${name}: rechazado`
}

const FAILED = 'Error al rechazar el pedido de acceso'
const NO_NOTE = { note: '' }

interface RejectDialogProps {
  request: AccessRequest
  onRejected: (request: AccessRequest) => void
  onClose: () => void
}

/** Rejecting always mails the person, with the note if there is one. */
function RejectDialog({ request, onRejected, onClose }: RejectDialogProps) {
  const client = useQueryClient()
  const form = useForm({ base: NO_NOTE, idOf: (field) => `rechazo-${field}`, failed: FAILED })
  const reject = async ({ note }: typeof NO_NOTE) => {
    const { id, version } = request
    try {
      onRejected(await call(decideAccess, { params: { id }, body: { decision: 'reject', note, version } }))
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) refetchList(client, 'admin-access')
      throw error
    }
  }
  return (
    <ActionDialog
      title={`Rechazar el pedido de ${fullName(request)}`}
      form={form}
      onSubmit={form.onSubmit(reject)}
      onClose={onClose}
      failed={FAILED}
      submitText="Rechazar y avisar"
      busyText="Rechazando…"
    >
      <TextAreaField
        label="Nota"
        hint="Llega en el mail. Sin nota, el mail solo dice que esta vez no se puede"
        optional
        rows={4}
        maxLength={ACCESS_NOTE_LENGTH}
        {...form.field('note')}
      />
    </ActionDialog>
  )
}
