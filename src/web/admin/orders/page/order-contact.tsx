import { Mail, MessageCircle } from 'lucide-react'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { whatsappLink } from '../../../../contract/phone.ts'
import { useShopName } from '../../../app/site.ts'
import { useContact } from './use-contact.ts'
import { mailtoCustomer, messageToCustomer } from '../order-words.ts'

interface ContactProps {
  order: AdminOrder
  look?: 'primary' | 'secondary'
  isIconOnly?: boolean
  /** The key that presses it. */
  shortcut?: string
}

/** Opens a chat with the customer, with the message filled in; nothing without a phone. */
export function OrderWhatsApp({ order, look = 'secondary', isIconOnly = false, shortcut }: ContactProps) {
  const shopName = useShopName()
  const contact = useContact(order.id)
  if (order.customer_phone === '') return null
  return (
    <a
      className={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      href={whatsappLink(order.customer_phone, messageToCustomer(order, shopName))}
      target="_blank"
      rel="noopener noreferrer"
      title={`WhatsApp a ${order.customer_phone}${shortcut ? ` (${shortcut})` : ''}`}
      data-key={shortcut}
      onClick={() => contact('whatsapp')}
    >
      <MessageCircle aria-hidden="true" size={20} />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>WhatsApp</span>
      <span className="visually-hidden"> por el pedido #{order.id} (se abre en otra pestaña)</span>
    </a>
  )
}

/** A mail to the customer, with the message filled in; nothing without an address. */
export function OrderEmail({ order, look = 'secondary', isIconOnly = false }: ContactProps) {
  const shopName = useShopName()
  const contact = useContact(order.id)
  if (order.customer_email === '') return null
  return (
    <a
      className={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      href={mailtoCustomer(order, shopName)}
      title={`Email a ${order.customer_email}`}
      onClick={() => contact('email')}
    >
      <Mail aria-hidden="true" size={20} />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>Email</span>
      <span className="visually-hidden"> por el pedido #{order.id}</span>
    </a>
  )
}
