import { Send, UserCheck, UserPlus, UserX } from 'lucide-react'
import { Link } from 'react-router'
import { ACCESS_STATUS_ONE } from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { whatsappLink } from '../../../contract/numbering-plan.ts'
import { Fact } from '../../shop/fact.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import type { RowProps } from '../kit/data-table.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { RowProblem } from '../kit/problem.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import type { Decisions } from './access-requests-page.tsx'
import type { Guest } from './invite-dialog.tsx'
import '../kit/controls.css'

interface RequestProps extends RowProps<AccessRequest, 'reject'> {
  decisions: Pick<Decisions, 'isBusy' | 'problemOf' | 'approve' | 'resend'>
  onInvite: (guest: Guest) => void
}

export function RequestCard(props: RequestProps) {
  const { row, isGone } = props
  const head = (
    <div className="row-card-head">
      <h2>{fullName(row)}</h2>
      <time dateTime={row.created_at}>{formatMoment(row.created_at)}</time>
    </div>
  )
  const label = `Pedido de acceso de ${fullName(row)}`
  return (
    <RowCard id={row.id} isGone={isGone} className="row-card stack-3" label={label} head={head}>
      <RequestFacts request={row} />
      <RowProblem problem={props.decisions.problemOf(row.id)} />
      <RequestActions {...props} />
    </RowCard>
  )
}

export function fullName({ first_name, last_name }: Pick<AccessRequest, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}

function RequestFacts({ request }: { request: AccessRequest }) {
  const { email, phone, message, note, status, decided_at, decided_by, alike } = request
  return (
    <dl className="admin-facts">
      <Fact name="Email">
        <a href={`mailto:${encodeURIComponent(email)}`}>
          <BreaksAfter sign="@" text={email} />
        </a>
      </Fact>
      {phone !== '' && (
        <Fact name="Teléfono">
          <Phone request={request} />
        </Fact>
      )}
      {message !== '' && <Fact name="Mensaje">{message}</Fact>}
      {status !== 'waiting' && decided_at !== null && (
        <Fact name={ACCESS_STATUS_ONE[status]}>
          {formatMoment(decided_at)}
          {decided_by !== null && `, por ${decided_by}`}
        </Fact>
      )}
      {note !== '' && <Fact name="Nota">{note}</Fact>}
      {alike.length > 0 && (
        <Fact name="Parecidas">
          <ul>
            {alike.map((other) => (
              <li key={other.id}>{alikeText(other)}</li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  )
}

const SAME = { email: 'email', name: 'nombre', phone: 'teléfono' } as const

/** 'Mismo nombre y teléfono: rechazado, 20/11/2026, 14:05' */
function alikeText({ same, status, created_at }: AccessRequest['alike'][number]): string {
  const what = same.map((one) => SAME[one]).join(' y ')
  return `Mismo ${what}: ${ACCESS_STATUS_ONE[status].toLowerCase()}, ${formatMoment(created_at)}`
}

/** A chat link if the text is a phone number: those of older requests were not checked. */
export function Phone({ request: { phone, first_name } }: { request: AccessRequest }) {
  const chat = whatsappLink(phone, `Hola, ${first_name}. `)
  if (!chat) return phone
  return (
    <a href={chat} target="_blank" rel="noopener noreferrer">
      {phone}
      <span className="visually-hidden"> por WhatsApp (se abre en otra pestaña)</span>
    </a>
  )
}

export function RequestActions(props: RequestProps) {
  const { row: request, decisions, onInvite } = props
  const admin = useAdminPath()
  if (request.status === 'waiting') return <DecisionButtons {...props} />
  return (
    <div className="admin-actions wrap-2">
      {request.status === 'approved' && request.user_id === null && (
        <BusyButton
          className="primary"
          busy={decisions.isBusy(request.id)}
          busyText="Reenviando…"
          onClick={() => decisions.resend(request)}
        >
          <Send aria-hidden="true" size={20} />
          <span>Reenviar</span>
          <span className="visually-hidden">{` la invitación a ${fullName(request)}`}</span>
        </BusyButton>
      )}
      {request.user_id === null ? (
        <IconButton
          icon={UserPlus}
          text={request.status === 'approved' ? 'Invitar de nuevo' : 'Invitar'}
          of={` a ${fullName(request)}`}
          aria-haspopup="dialog"
          onClick={() => onInvite(guestOf(request))}
        />
      ) : (
        <Link className="button secondary" to={admin.user(request.user_id)}>
          Ver la cuenta
        </Link>
      )}
    </div>
  )
}

/** Without a telephone of an older request that has no chat. */
function guestOf({ email, phone }: AccessRequest): Guest {
  return { email, phone: whatsappLink(phone, '') ? phone : '' }
}

function DecisionButtons({ row: request, decisions, act }: RequestProps) {
  const of = ` el pedido de ${fullName(request)}`
  return (
    <div className="admin-actions wrap-2">
      <BusyButton
        className="primary"
        busy={decisions.isBusy(request.id)}
        busyText="Aprobando…"
        data-key="a"
        title="Aprobar (a)"
        onClick={() => decisions.approve(request)}
      >
        <UserCheck aria-hidden="true" size={20} />
        Aprobar
        <span className="visually-hidden">{of}</span>
      </BusyButton>
      <IconButton
        icon={UserX}
        text="Rechazar"
        of={of}
        data-key="Delete"
        title="Rechazar (Supr)"
        aria-haspopup="dialog"
        onClick={() => act('reject', request)}
      />
    </div>
  )
}
