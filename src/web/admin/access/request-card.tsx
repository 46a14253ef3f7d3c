import { Send, UserCheck, UserPlus, UserX } from 'lucide-react'
import { Link } from 'react-router'
import { ACCESS_STATUS_ONE } from '../../../contract/accounts/access-rules.ts'
import type { AccessRequest } from '../../../contract/accounts/access.ts'
import { whatsappLink } from '../../../contract/numbering-plan.ts'
import { Fact } from '../../shop/fact.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { GoneNote } from '../kit/held-news.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { type Problem, ProblemText } from '../kit/problem.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { fullName } from './access-query.ts'
import '../shell/facts.css'

export interface RequestCardProps {
  request: AccessRequest
  isGone: boolean
  isBusy: boolean
  problem: Problem | undefined
  onApprove: (request: AccessRequest) => void
  onReject: (request: AccessRequest) => void
  onInvite: (email: string) => void
  onResend: (request: AccessRequest) => void
}

export function RequestCard({ request, isGone, problem, ...actions }: RequestCardProps) {
  const name = fullName(request)
  return (
    <li
      className={`surface access-request${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={request.id}
      tabIndex={-1}
      aria-label={`Pedido de acceso de ${name}`}
    >
      <div className="access-request-head">
        <h2>{name}</h2>
        <time dateTime={request.created_at}>{formatMoment(request.created_at)}</time>
      </div>
      {isGone && <GoneNote />}
      <RequestFacts request={request} />
      {problem && (
        <FieldError>
          <ProblemText {...problem} />
        </FieldError>
      )}
      <RequestActions request={request} {...actions} />
    </li>
  )
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
          <ul className="access-alike">
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
function Phone({ request: { phone, first_name } }: { request: AccessRequest }) {
  const chat = whatsappLink(phone, `Hola, ${first_name}. `)
  if (!chat) return phone
  return (
    <a href={chat} target="_blank" rel="noopener noreferrer">
      {phone}
      <span className="visually-hidden"> por WhatsApp (se abre en otra pestaña)</span>
    </a>
  )
}

type ActionsProps = Omit<RequestCardProps, 'isGone' | 'problem'>

function RequestActions(props: ActionsProps) {
  const { request, isBusy, onInvite, onResend } = props
  const admin = useAdminPath()
  if (request.status === 'waiting') return <DecisionButtons {...props} />
  return (
    <div className="admin-actions">
      {request.status === 'approved' && request.user_id === null && (
        <BusyButton
          className="primary"
          busy={isBusy}
          busyText="Reenviando…"
          onClick={() => onResend(request)}
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
          onClick={() => onInvite(request.email)}
        />
      ) : (
        <Link className="button secondary" to={admin.user(request.user_id)}>
          Ver la cuenta
        </Link>
      )}
    </div>
  )
}

function DecisionButtons({ request, isBusy, onApprove, onReject }: ActionsProps) {
  const of = ` el pedido de ${fullName(request)}`
  return (
    <div className="admin-actions">
      <BusyButton
        className="primary"
        busy={isBusy}
        busyText="Aprobando…"
        data-key="a"
        title="Aprobar (a)"
        onClick={() => onApprove(request)}
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
        onClick={() => onReject(request)}
      />
    </div>
  )
}
