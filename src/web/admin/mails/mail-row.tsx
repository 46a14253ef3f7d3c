import { Check, RotateCw, Send } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { SentMail } from '../../../contract/messages/mails.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { GoneNote } from '../kit/held-news.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { type Problem, ProblemText } from '../kit/problem.tsx'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'

export type MailAction = 'retry' | 'resend' | 'settle'

export interface MailRowProps {
  mail: SentMail
  isGone: boolean
  isBusy: boolean
  problem: Problem | undefined
  onAct: (action: MailAction, mail: SentMail) => void
}

/** A mail with its state and actions, without its text, which may hold a secret. */
export const MailRow = memo(function MailRow({ mail, isGone, isBusy, problem, onAct }: MailRowProps) {
  return (
    <li
      className={`surface mail-row${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={mail.id}
      tabIndex={-1}
      aria-label={`${mail.subject}, para ${mail.recipient}`}
    >
      <div className="mail-row-facts">
        <p className="mail-row-kind row-2">
          <span>{mail.kind_display}</span>
          {mail.is_resend && <span className="badge">Reenvío</span>}
          {mail.is_settled && <span className="badge ok">Resuelto</span>}
        </p>
        <h2>{mail.subject}</h2>
        <p>
          Para <BreaksAfter sign="@" text={mail.recipient} />
        </p>
        {isGone && <GoneNote />}
        <Outcome mail={mail} />
        {problem && (
          <FieldError>
            <ProblemText {...problem} />
          </FieldError>
        )}
      </div>
      <MailButtons {...{ mail, isBusy, onAct }} />
    </li>
  )
})

function Outcome({ mail }: { mail: SentMail }) {
  return (
    <>
      <p className="admin-note">{outcome(mail)}</p>
      {mail.error !== '' && <p className="mail-row-error">{mail.error}</p>}
    </>
  )
}

function outcome({ state, attempts, created_at, done_at, next_attempt_at }: SentMail): string {
  const tries = attempts === 1 ? '1 intento' : `${attempts} intentos`
  if (state === 'sent' && done_at !== null) return `Salió el ${formatMoment(done_at)}`
  if (done_at !== null) return `Falló el ${formatMoment(done_at)}, después de ${tries}`
  if (attempts === 0 || next_attempt_at === null) return `Por salir desde el ${formatMoment(created_at)}`
  return `Sin salir después de ${tries}. El próximo es el ${formatMoment(next_attempt_at)}`
}

function MailButtons({ mail, isBusy, onAct }: Pick<MailRowProps, 'mail' | 'isBusy' | 'onAct'>) {
  const admin = useAdminPath()
  const of = ` «${mail.subject}» para ${mail.recipient}`
  const busy = { of, 'aria-disabled': isBusy || undefined }
  const press = (action: MailAction) => () => !isBusy && onAct(action, mail)
  return (
    <div className="admin-actions wrap-2">
      <Needs right="orders_write">
        {mail.can_retry && (
          <IconButton
            icon={RotateCw}
            text="Reintentar"
            look="primary"
            data-key="e"
            title="Reintentar (e)"
            {...busy}
            onClick={press('retry')}
          />
        )}
        {mail.can_resend && <IconButton icon={Send} text="Reenviar" {...busy} onClick={press('resend')} />}
        {mail.state === 'failed' && !mail.is_settled && (
          <IconButton icon={Check} text="Dar por resuelto" look="quiet" {...busy} onClick={press('settle')} />
        )}
      </Needs>
      {mail.order_id !== null && (
        <Link className="button quiet" to={admin.order(mail.order_id)} data-key="Enter">
          {`Pedido #${mail.order_id}`}
        </Link>
      )}
      {mail.claim_id !== null && (
        <Link className="button quiet" to={admin.claims({ search: String(mail.claim_id) })} data-key="Enter">
          {`Reclamo #${mail.claim_id}`}
        </Link>
      )}
    </div>
  )
}
