import { Mail, MessageCircle } from 'lucide-react'
import type { Order } from '../../../contract/orders.ts'
import { whatsappLink } from '../../../contract/phone.ts'
import { useShopName } from '../../app/site.ts'
import { mailtoCustomer, messageToCustomer } from './order-words.ts'

/** Links to contact the customer, with the message filled in. Missing contacts are left out. */
export function OrderContact({ order, isIconOnly = false }: { order: Order; isIconOnly?: boolean }) {
  const shopName = useShopName()
  const look = `button secondary${isIconOnly ? ' icon-only' : ''}`
  const words = isIconOnly ? 'visually-hidden' : undefined
  const which = <span className="visually-hidden"> por el pedido #{order.id}</span>
  return (
    <>
      {order.customer_phone !== '' && (
        <a
          className={look}
          href={whatsappLink(order.customer_phone, messageToCustomer(order, shopName))}
          target="_blank"
          rel="noopener noreferrer"
          title={`WhatsApp a ${order.customer_phone}`}
        >
          <MessageCircle aria-hidden="true" size={20} />
          <span className={words}>WhatsApp</span>
          {which}
          <span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      )}
      {order.customer_email !== '' && (
        <a className={look} href={mailtoCustomer(order, shopName)} title={`Email a ${order.customer_email}`}>
          <Mail aria-hidden="true" size={20} />
          <span className={words}>Email</span>
          {which}
        </a>
      )}
    </>
  )
}
