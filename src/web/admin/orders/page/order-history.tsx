import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { TEMPLATE_LABEL } from '../../../../contract/messages/templates.ts'
import { formatPesos } from '../../../../contract/money.ts'
import type { TimelineEntry } from '../../../../contract/orders/order-parts.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { addNote, deleteNote } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { LoadingBlocks } from '../../../ui/skeleton.tsx'
import { useFocusHandedOn } from '../../../ui/use-focus-on-arrival.ts'
import { DeleteDialog } from '../../kit/delete-dialog.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { formatMoment } from '../../../shop/dates.ts'
import { orderChanges } from './order-log.ts'
import { orderTimeline, refetchAll } from '../orders-query.ts'
import { Panel } from '../../shell/panel.tsx'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { Needs } from '../../shell/rights.tsx'
import { Segmented } from '../../shell/segmented.tsx'
import { NOTE, NOTE_LENGTH } from '../../../../contract/orders/order-desk.ts'
import { requiredError } from '../../../../contract/sentences.ts'
import { tabAttempt } from '../../../browser/drafts.ts'
import { sendOnce } from '../../../data/send-once.ts'
import { FormSummary } from '../../../forms/form-summary.tsx'
import { keptEdits } from '../../../forms/kept-edits.ts'
import { useForm } from '../../../forms/use-form.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { CheckField } from '../../shell/check-field.tsx'
import { useOrderMark } from '../use-order-change.ts'
import './order-page.css'

const PARTS = {
  all: { name: 'Todo', kinds: ['activity', 'note', 'mail', 'contact'] },
  notes: { name: 'Notas', kinds: ['note'] },
  messages: { name: 'Mensajes', kinds: ['mail', 'contact'] },
  changes: { name: 'Cambios', kinds: ['activity'] },
} as const
type Part = keyof typeof PARTS

/** The order's history, newest first, and a form for a note. */
export function OrderHistory({ order, note }: { order: AdminOrder; note: OrderNote }) {
  const { data, isPending, isError, refetch, ...more } = useInfiniteQuery(orderTimeline(order.id))
  const [part, setPart] = useState<Part>('all')
  const kinds: readonly string[] = PARTS[part].kinds
  const admin = useAdminPath()
  const shown = data?.pages.flatMap(({ results }) => results).filter(({ kind }) => kinds.includes(kind))
  return (
    <Panel title="Historial">
      <Needs right="orders_write">
        <OrderNoteForm order={order} form={note} />
      </Needs>
      <Segmented
        legend="Mostrar"
        isLegendHidden
        name="order-history-part"
        choices={(Object.keys(PARTS) as Part[]).map((value) => ({ value, label: PARTS[value].name }))}
        value={part}
        onChange={setPart}
      />
      {part === 'messages' && (
        <Link className="admin-line-link" to={admin.mails({ pedido: order.id })}>
          Ver los emails de este pedido
        </Link>
      )}
      {isPending && (
        <LoadingBlocks className="order-history stack-3" blocks={['skeleton-line', 'skeleton-line']} />
      )}
      {isError && <ErrorPanel title="Error al cargar las actividades" onRetry={() => void refetch()} />}
      {shown?.length === 0 && <p className="admin-note">Sin movimientos registrados.</p>}
      <ol className="order-history stack-3">
        {shown?.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} order={order} />
        ))}
      </ol>
      {more.hasNextPage && (
        <MoreButton list={more} lines=".order-history > li">
          Ver anteriores
        </MoreButton>
      )}
    </Panel>
  )
}

interface EntryProps {
  entry: TimelineEntry
  order: AdminOrder
}

function Entry({ entry, order }: EntryProps) {
  const changes = orderChanges(entry, order)
  const total = entry.changes['order_total']
  return (
    <li className={entry.visible ? 'order-history-visible' : undefined} tabIndex={-1}>
      {entry.kind === 'note' ? (
        <Note entry={entry} order={order} />
      ) : (
        <p className="admin-name">{whatHappened(entry)}</p>
      )}
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="admin-note">
        {entry.user} · <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
        {typeof total === 'number' && ` · ${formatPesos(total)}`}
      </p>
    </li>
  )
}

function Note({ entry, order }: EntryProps) {
  const client = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const words = useRef<HTMLDivElement>(null)
  useFocusHandedOn(words)
  return (
    <div ref={words}>
      <p className="admin-name">{noteName(entry)}</p>
      <p className="order-history-note">{entry.text}</p>
      {/* The server refuses to delete a mailed note. */}
      {entry.mail_state === null && (
        <Needs right="orders_write">
          <button
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            onClick={() => setIsRemoving(true)}
          >
            Borrar
            <span className="visually-hidden"> la nota</span>
          </button>
        </Needs>
      )}
      {isRemoving && (
        <DeleteDialog
          title="Borrar nota"
          words={{ confirm: 'Borrar', busy: 'Borrando…' }}
          remove={() => call(deleteNote, { params: { id: order.id, note: entry.id } })}
          failed="Error al borrar la nota"
          done="Nota borrada"
          onDeleted={() => refetchAll(client)}
          onClose={() => setIsRemoving(false)}
        >
          <p className="order-history-note">{entry.text}</p>
          {entry.visible && <p>El cliente deja de verla.</p>}
        </DeleteDialog>
      )}
    </div>
  )
}

function noteName({ visible, mail_state }: TimelineEntry): string {
  if (!visible) return 'Nota interna'
  if (mail_state === null) return 'Nota para el cliente'
  const state = mail_state === 'sent' ? '' : ` (${MAIL_STATE[mail_state]})`
  return `Nota para el cliente, también por email${state}`
}

const MAIL_STATE = { waiting: 'por enviar', sent: 'enviado', failed: 'sin enviar' }
const CONTACT: Record<string, string> = {
  whatsapp: 'Se abrió WhatsApp',
  telegram: 'Se abrió Telegram',
  email: 'Se abrió el email',
  phone: 'Se llamó',
  copied: 'Se copió el mensaje',
}

function whatHappened({ kind, text, mail_state, template }: TimelineEntry): string {
  if (kind === 'mail') return `Email ${MAIL_STATE[mail_state ?? 'waiting']}: ${text}`
  if (kind !== 'contact') return text
  return `${CONTACT[text] ?? text}${template === null ? '' : ` (${TEMPLATE_LABEL[template]})`}`
}

const FAILED = 'Error al guardar la nota'
const NOTHING = { text: '', visible: false, send_mail: false }

const attempt = tabAttempt('noteAttempt', 'userId')
const { useKept, useKeep } = keptEdits<typeof NOTHING>()

/** A note for the shop; the switch that shows it to the customer is off each time. */
function OrderNoteForm({ order, form }: { order: AdminOrder; form: OrderNote }) {
  const { visible, send_mail, text } = form.values
  return (
    <form className={`order-note-form${visible ? ' is-visible' : ''}`} noValidate onSubmit={form.onSubmit}>
      <FormSummary form={form} title={FAILED} />
      <TextAreaField
        label={visible ? 'Nota para el cliente' : 'Nota interna'}
        rows={2}
        maxLength={NOTE_LENGTH}
        {...form.field('text')}
        onBlur={undefined}
      />
      {text !== '' && (
        <>
          <CheckField
            id="order-note-visible"
            label="La ve el cliente"
            hint="En su pedido, con la fecha"
            checked={visible}
            onChange={(now) => form.change({ visible: now, send_mail: false })}
          />
          {visible && order.can_mail && (
            <CheckField
              id="order-note-mail"
              label="También por email"
              hint="Después no se puede borrar"
              checked={send_mail}
              onChange={(now) => form.change({ send_mail: now })}
            />
          )}
        </>
      )}
      <BusyButton className="secondary" type="submit" busy={form.isBusy} busyText="Guardando…">
        {visible ? 'Publicar para el cliente' : 'Guardar nota'}
      </BusyButton>
    </form>
  )
}

type OrderNote = ReturnType<typeof useOrderNote>

/** Called by the page of the order, which asks before any of its forms is left. */
export function useOrderNote(order: AdminOrder) {
  const mark = useOrderMark()
  const name = `note ${order.id}`
  const kept = useKept(name)
  const form = useForm({
    base: order,
    valuesOf: () => NOTHING,
    values: kept,
    errorsOf: ({ text }) => ({ text: requiredError(text, NOTE) }),
    idOf: (field) => `order-note-${field}`,
    failed: FAILED,
  })
  useKeep(name, form.isDirty ? form.values : undefined)
  const send = async (body: typeof NOTHING) => {
    const params = { id: order.id }
    const note = (idempotencyKey: string) => call(addNote, { params, body, idempotencyKey })
    await mark(() => sendOnce(attempt, { ...params, ...body }, note), 'Nota guardada')
    form.saved(form.base, body)
  }
  return { ...form, onSubmit: form.onSubmit(send) }
}
