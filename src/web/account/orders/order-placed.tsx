import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, MessageCircle } from 'lucide-react'
import { useRef } from 'react'
import { formatPesos } from '../../../contract/money.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { deliveryWords, paymentWords } from '../../../contract/orders/own-words.ts'
import { shopChatLink } from '../../../contract/chat-link.ts'
import { shopSettings } from '../../data/queries.ts'
import { Fact } from '../../shop/fact.tsx'
import { ShippingLine } from '../../shop/shipping-line.tsx'
import { lineInWords, lineTotal } from '../../shop/order-in-words.ts'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { placedMessage } from './order-lines.ts'
import '../claims/claim-form.css'
import './account-orders.css'

interface OrderPlacedProps {
  orderId: number
  /** Undefined while the shop cannot be asked. */
  order: Order | undefined
}

/** The receipt of a placed order above the list while it is pending: what was ordered, and what happens next. */
export function OrderPlaced({ orderId, order }: OrderPlacedProps) {
  const panel = useRef<HTMLElement>(null)
  useFocusHandedOn(panel)
  const whatsapp = useQuery(shopSettings()).data?.whatsapp ?? ''
  return (
    <section className="done-panel callout ok order-placed" aria-labelledby="pedido-creado" ref={panel}>
      <h2 id="pedido-creado" data-keep-clear="">
        <BadgeCheck aria-hidden="true" size={26} />
        <span>{`Pedido #${orderId} recibido`}</span>
      </h2>
      {order && <Receipt order={order} />}
      <Steps order={order} byWhatsapp={whatsapp !== ''} />
      <ShippingLine />
      {whatsapp !== '' && (
        <a
          className="button primary"
          href={shopChatLink(whatsapp, order ? placedMessage(order) : `Hola, hice el Pedido #${orderId}.`)}
          rel="noopener"
          target="_blank"
        >
          <MessageCircle aria-hidden="true" size={20} />
          Escribir por WhatsApp
          <span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      )}
    </section>
  )
}

function Receipt({ order }: { order: Order }) {
  return (
    <div className="order-placed-receipt stack-3">
      <ul aria-label="Lo que pediste">
        {order.order_products.map((line) => (
          <li key={line.id}>
            <span>{lineInWords(line)}</span>
            <span>{formatPesos(lineTotal(line))}</span>
          </li>
        ))}
      </ul>
      <p className="order-placed-total">
        <span>Total</span>
        <span>{formatPesos(order.total)}</span>
      </p>
      <dl>
        <Fact name="Entrega">{deliveryWords(order)}</Fact>
        <Fact name="Pago">{paymentWords(order)}</Fact>
      </dl>
    </div>
  )
}

/** The first step is done; the present one is to agree, until that is done too. */
function Steps({ order, byWhatsapp }: { order: Order | undefined; byWhatsapp: boolean }) {
  const isAgreed = order !== undefined && order.payment_state !== 'none'
  const steps = [
    { title: 'Recibimos tu pedido', text: 'Te reservamos lo que pediste y te mandamos el detalle por mail.' },
    {
      title: 'Acordamos el pago y la entrega',
      text: `Te escribimos${byWhatsapp ? ' por WhatsApp' : ''}.`,
    },
    { title: 'Te llega', text: 'Te avisamos cuando sale.' },
  ]
  const present = isAgreed ? 2 : 1
  return (
    <ol className="order-placed-steps stack-2">
      {steps.map(({ title, text }, at) => (
        <li
          key={title}
          aria-current={at === present ? 'step' : undefined}
          data-done={at < present || undefined}
        >
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}
