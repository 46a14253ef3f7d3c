import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { whatsappLink } from '../../../../contract/numbering-plan.ts'
import { useShopName } from '../../../app/site.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { mailtoCustomer } from '../order-message.ts'
import { useOrderMessages } from '../use-order-messages.ts'
import { useContact } from './use-contact.ts'

interface ContactProps {
  order: AdminOrder
  look?: 'primary' | 'secondary'
  isIconOnly?: boolean
  shortcut?: string | undefined
}

/** Whether its phone can be written to. */
export function hasChat({ customer_phone }: AdminOrder): boolean {
  return whatsappLink(customer_phone, '') !== undefined
}

/** Opens a chat with the customer, with the message filled in; nothing without a phone that has one. */
export function OrderWhatsApp({ order, look = 'secondary', isIconOnly = false, shortcut }: ContactProps) {
  const { suggested, write } = useOrderMessages(order)
  const contact = useContact(order.id)
  const chat = whatsappLink(order.customer_phone, write(suggested))
  if (!chat) return null
  return (
    <a
      className={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      href={chat}
      target="_blank"
      rel="noopener noreferrer"
      title={`WhatsApp a ${order.customer_phone}${shortcut ? ` (${shortcut})` : ''}`}
      data-key={shortcut}
      onClick={() => contact('whatsapp', suggested)}
    >
      <MessageCircle aria-hidden="true" size={20} />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>WhatsApp</span>
      <span className="visually-hidden"> por el pedido #{order.id} (se abre en otra pestaña)</span>
    </a>
  )
}

/** A mail to the customer, with the message filled in; nothing without an address. */
export function OrderEmail({ order, look = 'secondary', isIconOnly = false, shortcut }: ContactProps) {
  const shopName = useShopName()
  const { suggested, write } = useOrderMessages(order)
  const contact = useContact(order.id)
  if (order.customer_email === '') return null
  return (
    <a
      className={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      href={mailtoCustomer(order, shopName, write(suggested))}
      title={`Email a ${order.customer_email}${shortcut ? ` (${shortcut})` : ''}`}
      data-key={shortcut}
      onClick={() => contact('email', suggested)}
    >
      <Mail aria-hidden="true" size={20} />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>Email</span>
      <span className="visually-hidden"> por el pedido #{order.id}</span>
    </a>
  )
}

/** Records a call or a meeting; opens nothing. */
export function OrderCalled({ order }: ContactProps) {
  const contact = useContact(order.id)
  return (
    <IconButton
      icon={Phone}
      text="Se llamó"
      of={` por el pedido #${order.id}`}
      look="quiet"
      onClick={() => contact('phone')}
    />
  )
}
