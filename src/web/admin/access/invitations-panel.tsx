import { type useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Invitation } from '../../../contract/accounts/access.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { formatShortDay } from '../../shop/dates.ts'
import { Fact } from '../../shop/fact.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AsyncList } from '../../ui/list/async-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { counted } from '../kit/counted.ts'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { RowSkeletons } from '../kit/row-skeletons.tsx'
import { useNow } from '../kit/use-now.ts'
import { ACCESS_PAGE_SIZE, accessParams, INVITATIONS, refetchAccess } from './access-query.ts'
import '../shell/facts.css'

interface InvitationsPanelProps {
  query: ReturnType<typeof useQuery<AnswerOf<'listInvitations'>>>
  page: number
}

/** Open invitations. */
export function InvitationsPanel({ query, page }: InvitationsPanelProps) {
  const [revoking, setRevoking] = useState<Invitation>()
  const { results = [], count = 0 } = query.data ?? {}
  return (
    <>
      <AsyncList
        state={query}
        count={results.length === 0 ? 0 : count}
        countText={counted(count, 'invitación', 'invitaciones')}
        skeleton={<RowSkeletons list="access-requests" row="access-skeleton" />}
        empty={<EmptyState title="No hay invitaciones abiertas" />}
        errorText="Error al cargar las invitaciones"
      >
        <ul className="access-requests" aria-label="Invitaciones abiertas">
          {results.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onRevoke={setRevoking} />
          ))}
        </ul>
        <Pagination
          page={page}
          pages={Math.ceil(count / ACCESS_PAGE_SIZE)}
          href={(to) => `?${accessParams({ tab: INVITATIONS, page: to }).toString()}`}
          label="Páginas de invitaciones"
        />
      </AsyncList>
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  onRevoke: (invitation: Invitation) => void
}

function InvitationRow({ invitation, onRevoke }: InvitationRowProps) {
  const { email, label, created_by, created_at, expires_at } = invitation
  const isOver = Date.parse(expires_at) <= useNow()
  const row = useRef<HTMLLIElement>(null)
  useFocusHandedOn(row)
  return (
    <li ref={row} className="surface access-request" aria-label={`Invitación para ${email}`}>
      <h2 className="access-request-email">{email}</h2>
      <dl className="admin-facts">
        {label !== '' && <Fact name="Referencia">{label}</Fact>}
        <Fact name="Creada">
          {formatShortDay(created_at)}
          {created_by !== null && `, por ${created_by}`}
        </Fact>
        <Fact name={isOver ? 'Venció' : 'Vence'}>{formatShortDay(expires_at)}</Fact>
      </dl>
      <div className="admin-actions">
        <IconButton
          icon={Link2Off}
          text="Anular"
          of={` la invitación para ${email}`}
          look="secondary"
          aria-haspopup="dialog"
          onClick={() => onRevoke(invitation)}
        />
      </div>
    </li>
  )
}

function RevokeDialog({
  invitation: { id, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const client = useQueryClient()
  return (
    <DeleteDialog
      title="Anular invitación"
      words={{ confirm: 'Anular', busy: 'Anulando…' }}
      remove={() => call('revokeInvitation', { params: { id } })}
      failed="Error al anular la invitación"
      done="Invitación anulada"
      onDeleted={() => void refetchAccess(client)}
      onClose={onClose}
    >
      <p>{`El enlace de ${email} deja de funcionar.`}</p>
    </DeleteDialog>
  )
}
