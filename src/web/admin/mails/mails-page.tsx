import { useQueryClient } from '@tanstack/react-query'
import { Check, RotateCw, Send } from 'lucide-react'
import { Link } from 'react-router'
import { MAX_FOUND, MAX_ID } from '../../../contract/limits.ts'
import {
  MAIL_STATE_TAB,
  MAIL_STATES,
  type MailState,
  NO_MAIL_SERVER,
} from '../../../contract/messages/mail-kinds.ts'
import type { SentMail } from '../../../contract/messages/mails.ts'
import { listMails, resendMail, retryMail, settleMail } from '../../../contract/messages/calls.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { type AnswerOf, call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppliedFilters } from '../kit/applied-filters.tsx'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowProblem, withReason } from '../kit/problem.tsx'
import { readPage } from '../kit/read-page.ts'
import { TabChips } from '../kit/tab-chips.tsx'
import { type ListSource, refetchList, usePanelList } from '../kit/use-panel-list.ts'
import { useRowChanges } from '../kit/use-row-changes.ts'
import { useStable } from '../kit/use-stable.ts'
import { todoQueues } from '../todo/todo-query.ts'
import { BreaksAfter } from '../../ui/breaks-after.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { GoneNote } from '../kit/held-news.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { formatMoment } from '../../shop/dates.ts'
import { Needs } from '../shell/rights.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import './mails-page.css'

type Answer = AnswerOf<typeof listMails>

/** Mails of one order are shown in any state by default. */
interface Filter {
  state: MailState | undefined
  orderId: number | undefined
}

const MAILS: ListSource<SentMail, Filter, Answer> = {
  name: 'admin-mails',
  address: {
    read: (params) => {
      const state = MAIL_STATES.find((known) => known === params.get('estado'))
      const order = Number(/^\d{1,10}$/.exec(params.get('pedido') ?? '')?.[0])
      const orderId = order >= 1 && order <= MAX_ID ? order : undefined
      const page = readPage(params)
      return { state: state ?? (orderId === undefined ? 'waiting' : undefined), orderId, page }
    },
    write: ({ state, orderId, page }) => {
      const params = new URLSearchParams()
      if (orderId !== undefined) params.set('pedido', String(orderId))
      if (state !== undefined && (state !== 'waiting' || orderId !== undefined)) params.set('estado', state)
      if (page > 1) params.set('page', String(page))
      return params
    },
  },
  pageSize: 20,
  every: 15_000,
  ask: ({ state, orderId }, page, signal) =>
    call(listMails, { query: { ...page, state, order_id: orderId }, signal }),
  belongs: (mail, { state }) => state === undefined || mail.state === state,
}

const WORDS = {
  title: 'Mails',
  rows: ['email', 'emails'],
  fresh: ['email nuevo', 'emails nuevos'],
  refreshed: 'Emails actualizados',
  loadFailed: 'Error al cargar los emails',
  refreshFailed: 'Error al actualizar los emails',
  list: 'Emails',
  pages: 'Páginas de emails',
} as const

const EMPTY: Record<MailState, string> = {
  waiting: 'No hay emails por salir',
  sent: 'No salió ningún email en los últimos 30 días',
  failed: 'Ningún email falló',
}

/** The outbox: waiting, sent and failed mails. */
export default function MailsPage() {
  const list = usePanelList<SentMail, Filter, never, Answer>(MAILS)
  const { changes, act } = useMailActions(list)
  const { filter, go } = list
  const { state, orderId } = filter
  const { counts, to_files: isToFiles } = list.query.data ?? {}
  const isOfOrder = orderId !== undefined
  return (
    <ListScreen
      list={list}
      words={WORDS}
      views={
        // Counts cover all orders, so they are hidden in the list of one.
        <TabChips
          label="Qué emails"
          tabs={[...(isOfOrder ? [undefined] : []), ...MAIL_STATES].map((key) => ({
            key,
            name: key === undefined ? 'Todos' : MAIL_STATE_TAB[key],
            count: isOfOrder ? undefined : countText(key && counts?.[key]),
          }))}
          chosen={state}
          onChoose={(to) => go({ state: to })}
        />
      }
      filters={
        isOfOrder && (
          <AppliedFilters
            applied={[{ name: 'orderId', label: `Pedido #${orderId}` }]}
            removeText="Quitar"
            onRemove={() => go({ orderId: undefined, state: state ?? 'waiting' })}
          />
        )
      }
      look={{ list: 'stack-3', skeleton: 'mail-skeleton' }}
      renderCard={({ row, isGone }) => <MailRow mail={row} isGone={isGone} changes={changes} act={act} />}
      after={isToFiles && <p className="mails-note">{NO_MAIL_SERVER}</p>}
      empty={<EmptyState title={state ? EMPTY[state] : 'Este pedido no tiene emails'} />}
    />
  )
}

function countText(count: number | undefined): string {
  if (count === undefined) return ''
  return count >= MAX_FOUND ? `${MAX_FOUND}+` : String(count)
}

/** The key of a mail sent again, kept until the outcome is known. */
const attempt = tabAttempt('resendAttempt', 'userId')

interface Action {
  done: string
  failed: string
  send: (id: number) => Promise<unknown>
}

const ACTIONS: Record<MailAction, Action> = {
  retry: {
    done: 'vuelve a salir',
    failed: 'Error al reintentar el email',
    send: (id) => call(retryMail, { params: { id } }),
  },
  resend: {
    done: 'reenviado a la dirección de hoy',
    failed: 'Error al reenviar el email',
    send: (id) =>
      sendOnce(attempt, { id }, (idempotencyKey) => call(resendMail, { params: { id }, idempotencyKey })),
  },
  settle: {
    done: 'dado por resuelto',
    failed: 'Error al dar el email por resuelto',
    send: (id) => call(settleMail, { params: { id } }),
  },
}

/** A mail that is tried again waits. */
function useMailActions(list: { settle: (mail: SentMail, said: string) => void }) {
  const client = useQueryClient()
  const changes = useRowChanges()
  const refetch = () => {
    refetchList(client, MAILS.name)
    void client.invalidateQueries({ queryKey: todoQueues().queryKey })
  }
  const act = useStable((action: MailAction, mail: SentMail) => {
    const { send, done, failed } = ACTIONS[action]
    changes.change({
      id: mail.id,
      run: async () => {
        await send(mail.id)
        list.settle(action === 'retry' ? { ...mail, state: 'waiting' } : mail, `«${mail.subject}»: ${done}`)
        refetch()
      },
      problemOf: (error) => {
        refetch()
        return withReason(failed, error)
      },
    })
  })
  return { changes, act }
}

type MailAction = 'retry' | 'resend' | 'settle'

interface MailRowProps extends ReturnType<typeof useMailActions> {
  mail: SentMail
  isGone: boolean
}

/** A mail with its state and actions, without its text, which may hold a secret. */
function MailRow({ mail, isGone, changes, act }: MailRowProps) {
  return (
    <RowCard
      id={mail.id}
      className={`stack-3 mail-row${isGone ? ' is-gone' : ''}`}
      label={`${mail.subject}, para ${mail.recipient}`}
    >
      <div className="stack-1">
        <p className="note row-2">
          <span>{mail.kind_display}</span>
          {mail.is_resend && <span className="badge">Reenvío</span>}
          {mail.is_settled && <span className="badge ok">Resuelto</span>}
        </p>
        <h2>{mail.subject}</h2>
        <p>
          Para <BreaksAfter sign="@" text={mail.recipient} />
        </p>
        {isGone && <GoneNote />}
        <p className="admin-note">{outcome(mail)}</p>
        {mail.error !== '' && <p className="mail-row-error">{mail.error}</p>}
        <RowProblem problem={changes.problemOf(mail.id)} />
      </div>
      <MailButtons mail={mail} isBusy={changes.isBusy(mail.id)} act={act} />
    </RowCard>
  )
}

function outcome({ state, attempts, created_at, done_at, next_attempt_at }: SentMail): string {
  const tries = attempts === 1 ? '1 intento' : `${attempts} intentos`
  if (state === 'sent' && done_at !== null) return `Salió el ${formatMoment(done_at)}`
  if (done_at !== null) return `Falló el ${formatMoment(done_at)}, después de ${tries}`
  if (attempts === 0 || next_attempt_at === null) return `Por salir desde el ${formatMoment(created_at)}`
  return `Sin salir después de ${tries}. El próximo es el ${formatMoment(next_attempt_at)}`
}

function MailButtons({ mail, isBusy, act }: Pick<MailRowProps, 'mail' | 'act'> & { isBusy: boolean }) {
  const admin = useAdminPath()
  const of = ` «${mail.subject}» para ${mail.recipient}`
  const busy = { of, 'aria-disabled': isBusy || undefined }
  const press = (action: MailAction) => () => !isBusy && act(action, mail)
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
