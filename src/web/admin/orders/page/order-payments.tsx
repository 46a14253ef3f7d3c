import { HandCoins, Handshake, Undo2 } from 'lucide-react'
import { formatPesos } from '../../../../contract/money.ts'
import { PAYMENT_STATE_LABEL } from '../../../../contract/orders/order-desk.ts'
import type { OrderPayment } from '../../../../contract/orders/order-parts.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { dayInNumbers } from '../../../../contract/place.ts'
import { Fact } from '../../../shop/fact.tsx'
import { PaymentBadge } from '../../../shop/payment-badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { counted } from '../../kit/counted.ts'
import { Panel } from '../../shell/panel.tsx'
import type { OrderDesk } from '../dialogs/order-desk-dialogs.tsx'
import { Needs } from '../../shell/rights.tsx'
import './order-page.css'

interface OrderPaymentsProps {
  order: AdminOrder
  desk: OrderDesk
}

/** Recorded payments and the balance. */
export function OrderPayments({ order, desk }: OrderPaymentsProps) {
  const until = order.agreed_due === null ? '' : `, hasta el ${dayInNumbers(order.agreed_due)}`
  return (
    <Panel title="Cobro" action={<PaymentBadge order={order} />}>
      <dl className="order-sums admin-row admin-ends">
        <Fact name="Total">{formatPesos(order.total)}</Fact>
        <Fact name="Cobrado">{formatPesos(order.paid_total)}</Fact>
        <Fact name={order.balance < 0 ? PAYMENT_STATE_LABEL.over : 'Saldo'}>
          {formatPesos(Math.abs(order.balance))}
        </Fact>
      </dl>
      {order.agreed_method !== null && <p>{`Acordado: ${order.agreed_method_display}${until}.`}</p>}
      <Payments order={order} desk={desk} />
      <Needs right="orders_write">
        <PaymentButtons order={order} desk={desk} />
      </Needs>
      <p className="admin-note">La tienda no cobra en línea: esto es un registro.</p>
    </Panel>
  )
}

/** The buttons, except that of the next step, which has its own control. */
function PaymentButtons({ order, desk }: OrderPaymentsProps) {
  const next = order.next_action
  // Shown by the next step.
  const isTaken = next === 'refund' || next === 'agree'
  // A cancelled order only has refunds.
  const isOpen = order.status !== 'cancelled'
  return (
    <div className="wrap-2">
      {isOpen && next !== 'collect' && (
        <IconButton
          icon={HandCoins}
          text="Anotar pago"
          {...(!isTaken && { 'data-key': 'c', title: 'Anotar pago (c)' })}
          onClick={() => desk.show({ kind: 'payment' })}
        />
      )}
      {isOpen && next !== 'agree' && (
        <IconButton
          icon={Handshake}
          text={order.agreed_method === null ? 'Acordar pago' : 'Cambiar el acuerdo'}
          look="quiet"
          onClick={() => desk.show({ kind: 'agreement' })}
        />
      )}
      {order.paid_total > 0 && next !== 'refund' && (
        <IconButton
          icon={Undo2}
          text="Anotar devolución"
          look="quiet"
          onClick={() => desk.show({ kind: 'refund' })}
        />
      )}
    </div>
  )
}

/** More than these are folded. */
const SHOWN = 4

function Payments({ order, desk }: OrderPaymentsProps) {
  const newest = order.payments.toReversed()
  const [shown, folded] = [newest.slice(0, SHOWN), newest.slice(SHOWN)]
  const list = (some: OrderPayment[]) => (
    <ul className="order-payments stack-3">
      {some.map((payment) => (
        <Payment
          key={payment.id}
          payment={payment}
          onVoid={() => desk.show({ kind: 'void', id: payment.id })}
        />
      ))}
    </ul>
  )
  if (newest.length === 0) return null
  return (
    <div className="order-payments-all stack-3">
      {list(shown)}
      {folded.length > 0 && (
        <details>
          <summary>{`Ver ${counted(folded.length, 'anterior', 'anteriores')}`}</summary>
          {list(folded)}
        </details>
      )}
    </div>
  )
}

function Payment({ payment, onVoid }: { payment: OrderPayment; onVoid: () => void }) {
  const isVoid = payment.voided_at !== null
  const what = `${payment.kind_display} de ${formatPesos(payment.amount)}`
  const about = [payment.method_display, dayInNumbers(payment.paid_on), payment.reference, payment.user ?? '']
  return (
    <li className="row-2 admin-ends">
      <div>
        <p className="admin-amount row-2">
          {isVoid ? <s>{what}</s> : what}
          {isVoid && <span className="badge">{payment.kind === 'payment' ? 'Anulado' : 'Anulada'}</span>}
        </p>
        <p className="admin-note">{about.filter(Boolean).join(' · ')}</p>
        {payment.void_reason !== '' && <p className="admin-note">{`Motivo: ${payment.void_reason}`}</p>}
      </div>
      {!isVoid && (
        <Needs right="orders_write">
          <button type="button" className="button quiet" onClick={onVoid}>
            Anular
            <span className="visually-hidden">{`: ${what}`}</span>
          </button>
        </Needs>
      )}
    </li>
  )
}
