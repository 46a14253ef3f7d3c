import { MessageSquareReply } from 'lucide-react'
import { Link } from 'react-router'
import {
  REGRET_ANSWER_HOURS,
  REGRET_DAYS,
  REGRET_STATUS_LABEL,
  REGRET_STATUSES,
  type RegretStatus,
  REGRET_ANSWER_LENGTH,
} from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { listRegrets, changeRegret, getRegret } from '../../../contract/legal/calls.ts'
import { call } from '../../data/api.ts'
import { formatMoment, formatShortDay } from '../../shop/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import type { Column, RowProps } from '../kit/data-table.tsx'
import { listAddress, oneOf } from '../kit/list-address.ts'
import { ListScreen } from '../kit/list-screen.tsx'
import { RowCard } from '../kit/row-card.tsx'
import { TabChips } from '../kit/tab-chips.tsx'
import { type ListSource, usePanelList, showChangedRow } from '../kit/use-panel-list.ts'
import { Needs } from '../shell/rights.tsx'
import { Fact } from '../../shop/fact.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { ActionDialog } from '../kit/action-dialog.tsx'
import { mergedByField, recordForm } from '../kit/record-form.ts'
import { useAdminPath } from '../shell/use-admin-path.ts'
import '../kit/controls.css'

interface Filter {
  status: RegretStatus | undefined
}

type RegretRow = Regret & { created_at: string }
type Props = RowProps<RegretRow, 'answer'>

const REGRETS: ListSource<RegretRow, Filter> = {
  name: 'admin-regrets',
  address: listAddress<Filter>({ status: oneOf(REGRET_STATUSES) }),
  pageSize: 12,
  every: 60_000,
  ask: async (filter, page, signal) => {
    const { results, count } = await call(listRegrets, { query: { ...page, ...filter }, signal })
    return { results: results.map((regret) => ({ ...regret, created_at: regret.received_at })), count }
  },
  belongs: (regret, { status }) => status === undefined || regret.status === status,
}

const WORDS = {
  title: 'Arrepentimientos',
  rows: ['solicitud', 'solicitudes'],
  fresh: ['solicitud nueva', 'solicitudes nuevas'],
  refreshed: 'Solicitudes actualizadas',
  loadFailed: 'Error al cargar las solicitudes',
  refreshFailed: 'Error al actualizar las solicitudes',
  list: 'Solicitudes',
  pages: 'Páginas de solicitudes',
} as const

const COLUMNS: Column<RegretRow, 'answer'>[] = [
  { name: 'Solicitud', render: ({ row }) => row.code },
  { name: 'Nombre', render: ({ row }) => row.name },
  { name: 'Pedido', render: ({ row }) => <OrderOf regret={row} /> },
  { name: 'Recibida', render: ({ row }) => formatMoment(row.received_at) },
  { name: 'Estado', render: (props) => <RegretFlags {...props} /> },
  { name: 'Acciones', render: (props) => <AnswerButton {...props} /> },
]

/** Requests to withdraw from a purchase, newest first, with the time left for an answer. */
export default function RegretsPage() {
  const list = usePanelList<RegretRow, Filter, 'answer'>(REGRETS)
  const { open, close } = list.dialog
  return (
    <ListScreen
      list={list}
      words={WORDS}
      views={
        <TabChips
          label="Estado de las solicitudes"
          tabs={[undefined, ...REGRET_STATUSES].map((status) => ({
            key: status,
            name: status ? REGRET_STATUS_LABEL[status] : 'Todas',
          }))}
          chosen={list.filter.status}
          onChoose={(status) => list.go({ status })}
        />
      }
      look={{ list: 'row-cards', skeleton: 'row-skeleton' }}
      renderCard={(props) => <RegretCard {...props} />}
      columns={COLUMNS}
      empty={<EmptyState title="No hay solicitudes de arrepentimiento" />}
    >
      {open && (
        <RegretDialog
          key={open.row.id}
          regret={open.row}
          onChanged={(regret) =>
            list.settle(
              { ...open.row, ...regret },
              `Solicitud ${regret.code}: ${REGRET_STATUS_LABEL[regret.status]}`,
            )
          }
          onClose={close}
        />
      )}
    </ListScreen>
  )
}

function RegretCard(props: Props) {
  const { row, isGone } = props
  const head = (
    <div className="row-card-head">
      <h2 className="row-card-code">{row.code}</h2>
      <time dateTime={row.received_at}>{formatMoment(row.received_at)}</time>
    </div>
  )
  const label = `Solicitud ${row.code}, ${row.name}`
  return (
    <RowCard id={row.id} isGone={isGone} className="row-card stack-3" label={label} head={head}>
      <RegretFlags {...props} />
      <RegretFacts regret={row} />
      <div className="admin-actions wrap-2">
        <AnswerButton {...props} />
      </div>
    </RowCard>
  )
}

function AnswerButton({ row, act }: Props) {
  return (
    <Needs right="claims_write">
      <IconButton
        icon={MessageSquareReply}
        text="Responder"
        of={` la solicitud ${row.code}`}
        look="primary"
        data-key="Enter e"
        title="Responder (Enter)"
        aria-haspopup="dialog"
        onClick={() => act('answer', row)}
      />
    </Needs>
  )
}

const TONE: Record<RegretStatus, string> = {
  received: 'warn',
  accepted: 'info',
  not_applicable: '',
  done: 'ok',
}

function RegretFlags({ row, now }: Props) {
  const left = timeLeft(row.received_at, now)
  return (
    <p className="row-card-flags">
      <span className={`badge ${TONE[row.status]}`}>{REGRET_STATUS_LABEL[row.status]}</span>
      {row.status === 'received' && <span className={`badge ${left.tone}`}>{left.text}</span>}
      {row.is_late && <span className="badge err">{`Más de ${REGRET_DAYS} días desde el pedido`}</span>}
    </p>
  )
}

const HOUR_MS = 60 * 60_000
const FEW_HOURS = 6

/** The time left to answer, in words, and its urgency. */
export function timeLeft(receivedAt: string, now: number): { text: string; tone: 'ok' | 'warn' | 'err' } {
  const left = REGRET_ANSWER_HOURS - (now - Date.parse(receivedAt)) / HOUR_MS
  if (left <= 0) return { text: `Vencida hace ${Math.floor(-left)} h`, tone: 'err' }
  const hours = Math.floor(left)
  const text = hours < 1 ? 'Queda menos de 1 h' : hours === 1 ? 'Queda 1 h' : `Quedan ${hours} h`
  return { text, tone: left <= FEW_HOURS ? 'warn' : 'ok' }
}

const FAILED = 'Error al guardar la solicitud'

interface Answer {
  status: RegretStatus
  answer: string
}

const useRegretForm = recordForm<Regret, Answer>({
  name: ({ id }) => `regret ${id}`,
  valuesOf: ({ status, answer }) => ({ status, answer }),
  idOf: (field) => `regret-${field}`,
  failed: FAILED,
  said: 'Solicitud guardada',
  read: ({ id }) => call(getRegret, { params: { id } }),
  write: (answer, { id, version }) => call(changeRegret, { params: { id }, body: { ...answer, version } }),
  merge: mergedByField<Answer>({ status: 'Estado', answer: 'Respuesta' }, (value, field) => {
    const status = field === 'status' && REGRET_STATUSES.find((known) => known === value)
    return status ? REGRET_STATUS_LABEL[status] : undefined
  }),
  show: (client, saved) => showChangedRow(client, 'admin-regrets', saved),
})

interface RegretDialogProps {
  regret: Regret
  onChanged: (regret: Regret) => void
  onClose: () => void
}

/** State and answer of one request. The person gets both by mail. */
function RegretDialog({ regret, onChanged, onClose }: RegretDialogProps) {
  const form = useRegretForm(regret, onChanged)
  return (
    <ActionDialog
      title={regret.code}
      form={form}
      onSubmit={form.onSubmit}
      onClose={onClose}
      failed={FAILED}
      submitText="Guardar y avisar"
      busyText="Guardando…"
      intro={<RegretFacts regret={regret} />}
      mergeTitle="Otra persona guardó esta solicitud"
    >
      <ChoiceField label="Estado" {...form.field('status')} names={REGRET_STATUS_LABEL} />
      <TextAreaField
        label="Respuesta"
        hint="Llega por email junto con el estado"
        optional
        rows={4}
        maxLength={REGRET_ANSWER_LENGTH}
        {...form.field('answer')}
      />
    </ActionDialog>
  )
}

/** The typed data, and its order. */
function RegretFacts({ regret }: { regret: Regret }) {
  const { name, email, code, phone, reason, answer } = regret
  return (
    <dl className="admin-facts">
      <Fact name="Nombre">{name}</Fact>
      <Fact name="Email">
        {email === '' ? (
          'Sin email'
        ) : (
          <a href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(code)}`}>{email}</a>
        )}
      </Fact>
      <Fact name="Pedido">
        <OrderOf regret={regret} />
      </Fact>
      {phone !== '' && <Fact name="Teléfono">{phone}</Fact>}
      {reason !== '' && <Fact name="Motivo">{reason}</Fact>}
      {answer !== '' && <Fact name="Respuesta">{answer}</Fact>}
    </dl>
  )
}

function OrderOf({ regret: { order, order_number, user_id } }: { regret: Regret }) {
  const admin = useAdminPath()
  if (order_number === '') return 'Sin número'
  if (!order)
    return (
      <>
        <Link to={admin.orders({ search: order_number })}>{order_number}</Link>
        {user_id === null
          ? ', como se escribió: sin cuenta, hay que comprobarlo'
          : ' (no es un pedido de esta cuenta)'}
      </>
    )
  return (
    <>
      <Link to={admin.order(order.id)}>#{order.id}</Link>
      {`, del ${formatShortDay(order.created_at)}`}
    </>
  )
}
