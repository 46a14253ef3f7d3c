import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, MessageCircle, Printer } from 'lucide-react'
import { useRef } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { whatsappLink } from '../../../contract/phone.ts'
import { shopSettings } from '../../data/queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { placedMessage } from './order-lines.ts'
import '../done-panel.css'

interface OrderPlacedProps {
  orderId: number
  /** Undefined while the list cannot be loaded: then there is nothing to print. */
  order: Order | undefined
  onPrint: () => void
}

/** Confirms a placed order above the list while it is pending: its number and what happens next. */
export function OrderPlaced({ orderId, order, onPrint }: OrderPlacedProps) {
  const panel = useRef<HTMLElement>(null)
  useFocusHandedOn(panel)
  const whatsapp = useQuery(shopSettings()).data?.whatsapp ?? ''
  return (
    <section className="done-panel order-placed" aria-labelledby="pedido-creado" ref={panel}>
      <h2 id="pedido-creado">
        <BadgeCheck aria-hidden="true" size={26} />
        Pedido #{orderId} recibido
      </h2>
      <ol>
        <li>Te reservamos lo que pediste.</li>
        <li>Te mandamos el detalle por mail.</li>
        <li>Te escribimos{whatsapp && ' por WhatsApp'} para acordar el pago y la entrega.</li>
      </ol>
      <div className="order-placed-actions">
        {whatsapp !== '' && (
          <a
            className="button primary"
            href={whatsappLink(whatsapp, order ? placedMessage(order) : `Hola, hice el Pedido #${orderId}.`)}
            rel="noopener"
            target="_blank"
          >
            <MessageCircle aria-hidden="true" size={20} />
            Escribir por WhatsApp
            <span className="visually-hidden"> (se abre en otra pestaña)</span>
          </a>
        )}
        {order && <IconButton icon={Printer} text="Imprimir" onClick={onPrint} />}
      </div>
    </section>
  )
}
