import { useQueryClient } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { Link } from 'react-router'
import type { Invitation } from '../../../contract/accounts/access.ts'
import { revokeInvitation } from '../../../contract/accounts/calls.ts'
import { call } from '../../data/api.ts'
import { formatShortDay } from '../../shop/dates.ts'
import { Fact } from '../../shop/fact.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { RowProps } from '../kit/data-table.tsx'
import { DeleteDialog } from '../kit/delete-dialog.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { refetchList } from '../kit/use-panel-list.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { fullName } from './request-card.tsx'
import '../kit/controls.css'

type Props = RowProps<Invitation, 'revoke'>

export function InvitationCard(props: Props) {
  const { row, now } = props
  const { id, email, label, created_by, created_at, expires_at } = row
  const head = <h2 className="access-request-email">{email}</h2>
  return (
    <RowCard id={id} className="access-request stack-3" label={`Invitación para ${email}`} head={head}>
      <dl className="admin-facts">
        {label !== '' && <Fact name="Referencia">{label}</Fact>}
        <Fact name="Creada">
          {formatShortDay(created_at)}
          {created_by !== null && `, por ${created_by}`}
        </Fact>
        {row.used_at === null ? (
          <Fact name={Date.parse(expires_at) <= now ? 'Venció' : 'Vence'}>{formatShortDay(expires_at)}</Fact>
        ) : (
          <Fact name={CAME}>
            <WhoCame invitation={row} />
          </Fact>
        )}
      </dl>
      {row.used_at === null && (
        <div className="admin-actions wrap-2">
          <RevokeButton {...props} />
        </div>
      )}
    </RowCard>
  )
}

export const CAME = 'Entró'

/** The account that was opened with an invitation, and when. */
export function WhoCame({ invitation: { account, used_at } }: { invitation: Invitation }) {
  const admin = useAdminPath()
  if (!account || used_at === null) return null
  return (
    <>
      <Link to={admin.user(account.id)}>{fullName(account)}</Link>
      {`, ${formatShortDay(used_at)}`}
    </>
  )
}

export function RevokeButton({ row, act }: Props) {
  if (row.used_at !== null) return null
  return (
    <IconButton
      icon={Link2Off}
      text="Anular"
      of={` la invitación para ${row.email}`}
      aria-haspopup="dialog"
      onClick={() => act('revoke', row)}
    />
  )
}

export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const client = useQueryClient()
  const { id, email } = invitation
  return (
    <DeleteDialog
      title="Anular invitación"
      words={{ confirm: 'Anular', busy: 'Anulando…' }}
      remove={() => call(revokeInvitation, { params: { id } })}
      failed="Error al anular la invitación"
      done="Invitación anulada"
      onDeleted={() => refetchList(client, 'admin-access')}
      onClose={onClose}
    >
      <p>{`El enlace de ${email} deja de funcionar.`}</p>
    </DeleteDialog>
  )
}
