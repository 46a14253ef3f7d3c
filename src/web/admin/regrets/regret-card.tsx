import { MessageSquareReply } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { REGRET_DAYS, REGRET_STATUS_LABEL } from '../../../contract/legal/regret-rules.ts'
import type { Regret } from '../../../contract/legal/regrets.ts'
import { Fact } from '../../shop/fact.tsx'
import { formatMoment, formatShortDay } from '../../shop/dates.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { GoneNote } from '../kit/held-news.tsx'
import { useAdminPath } from '../shell/use-admin-path.ts'
import { REGRET_TONE, timeLeft } from './regret-words.ts'
import { Needs } from '../shell/rights.tsx'
import '../shell/facts.css'

export type RegretAction = 'answer'

interface RegretCardProps {
  regret: Regret
  isGone: boolean
  now: number
  onAct: (action: RegretAction, regret: Regret) => void
}

export const RegretCard = memo(function RegretCard({ regret, isGone, now, onAct }: RegretCardProps) {
  return (
    <li
      className={`surface regret-card${isGone ? ' is-gone' : ''}`}
      data-row
      data-id={regret.id}
      tabIndex={-1}
      aria-label={`Solicitud ${regret.code}, ${regret.name}`}
    >
      <div className="regret-card-head">
        <h2>{regret.code}</h2>
        <time dateTime={regret.received_at}>{formatMoment(regret.received_at)}</time>
      </div>
      {isGone && <GoneNote />}
      <RegretFlags regret={regret} now={now} />
      <RegretFacts regret={regret} />
      <Needs right="claims_write">
        <div className="admin-actions">
          <IconButton
            icon={MessageSquareReply}
            text="Responder"
            of={` la solicitud ${regret.code}`}
            look="primary"
            data-key="Enter e"
            title="Responder (Enter)"
            aria-haspopup="dialog"
            onClick={() => onAct('answer', regret)}
          />
        </div>
      </Needs>
    </li>
  )
})

function RegretFlags({ regret, now }: { regret: Regret; now: number }) {
  const left = timeLeft(regret.received_at, now)
  return (
    <p className="regret-card-flags">
      <span className={`badge ${REGRET_TONE[regret.status]}`}>{REGRET_STATUS_LABEL[regret.status]}</span>
      {regret.status === 'received' && <span className={`badge ${left.tone}`}>{left.text}</span>}
      {regret.is_late && <span className="badge err">{`Más de ${REGRET_DAYS} días desde el pedido`}</span>}
    </p>
  )
}

/** The typed data, and its order. */
export function RegretFacts({ regret }: { regret: Regret }) {
  return (
    <dl className="admin-facts">
      <Fact name="Nombre">{regret.name}</Fact>
      <Fact name="Email">
        {regret.email === '' ? (
          'Sin email'
        ) : (
          <a href={`mailto:${encodeURIComponent(regret.email)}?subject=${encodeURIComponent(regret.code)}`}>
            {regret.email}
          </a>
        )}
      </Fact>
      <Fact name="Pedido">
        <OrderOf regret={regret} />
      </Fact>
      {regret.phone !== '' && <Fact name="Teléfono">{regret.phone}</Fact>}
      {regret.reason !== '' && <Fact name="Motivo">{regret.reason}</Fact>}
      {regret.answer !== '' && <Fact name="Respuesta">{regret.answer}</Fact>}
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
