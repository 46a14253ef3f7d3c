import { useQueryClient } from '@tanstack/react-query'
import { Mail, MessageCircle, Phone, Send } from 'lucide-react'
import type { TemplateKey } from '../../../../contract/messages/templates.ts'
import { whatsappLink } from '../../../../contract/numbering-plan.ts'
import type { ContactChannel } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { noteContact } from '../../../../contract/orders/calls.ts'
import { useShopName } from '../../../app/site.ts'
import { call } from '../../../data/api.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useMay } from '../../shell/rights.tsx'
import { mailtoCustomer, useOrderMessages } from '../order-message.ts'
import { refetchAll } from '../orders-query.ts'

/** Records that a chat, mail or call to the customer was opened. Failures are silent, as the link itself works. */
export function useContact(id: number) {
  const client = useQueryClient()
  const mayNote = useMay()('orders_write')
  return (channel: ContactChannel, template?: TemplateKey) =>
    mayNote &&
    void call(noteContact, { params: { id }, body: { channel, ...(template && { template }) } }).then(
      () => refetchAll(client),
      () => undefined,
    )
}

const WAYS = {
  whatsapp: { name: 'WhatsApp', Icon: MessageCircle },
  telegram: { name: 'Telegram', Icon: Send },
  email: { name: 'Email', Icon: Mail },
} satisfies Partial<Record<ContactChannel, unknown>>

interface Look {
  look?: 'primary' | 'secondary'
  isIconOnly?: boolean
  shortcut?: string | undefined
}

interface ContactLinkProps extends Look {
  order: AdminOrder
  channel: keyof typeof WAYS
  href: string
  template: TemplateKey
  /** The phone or the address, for the title. */
  to?: string
  /** Appended for screen readers: ' por el pedido #12'. */
  of?: string
  onUse?: (() => void) | undefined
}

/** Opens a chat with the customer or a mail, and records it. */
export function ContactLink(props: ContactLinkProps) {
  const { order, channel, href, template, to, of = '', look = 'secondary', isIconOnly, shortcut } = props
  const contact = useContact(order.id)
  const { name, Icon } = WAYS[channel]
  const opensTab = channel !== 'email'
  const hidden = `${of}${opensTab ? ' (se abre en otra pestaña)' : ''}`
  return (
    <a
      className={`button ${look}${isIconOnly ? ' icon-only' : ''}`}
      href={href}
      {...(opensTab && { target: '_blank', rel: 'noopener noreferrer' })}
      title={to && `${name} a ${to}${shortcut ? ` (${shortcut})` : ''}`}
      data-key={shortcut}
      onClick={() => {
        props.onUse?.()
        contact(channel, template)
      }}
    >
      <Icon aria-hidden="true" size={20} />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>{name}</span>
      {hidden && <span className="visually-hidden">{hidden}</span>}
    </a>
  )
}

/** Whether its phone can be written to. */
export function hasChat({ customer_phone }: AdminOrder): boolean {
  return whatsappLink(customer_phone, '') !== undefined
}

/** A chat or a mail with the suggested message filled in; nothing without a phone or an address that has one. */
export function OrderContact({
  order,
  channel,
  ...look
}: Look & { order: AdminOrder; channel: 'whatsapp' | 'email' }) {
  const shopName = useShopName()
  const { suggested, write } = useOrderMessages(order)
  const { id, customer_phone: phone, customer_email: email } = order
  const message = write(suggested)
  const [to, href] =
    channel === 'whatsapp'
      ? [phone, whatsappLink(phone, message)]
      : [email, email === '' ? undefined : mailtoCustomer(order, shopName, message)]
  if (!href) return null
  return (
    <ContactLink
      {...{ order, channel, href, to }}
      {...look}
      template={suggested}
      of={` por el pedido #${id}`}
    />
  )
}

/** Ways to contact the customer, except the one that is the next step and has its own control. */
export function OrderContacts({ order, isIconOnly = false }: { order: AdminOrder; isIconOnly?: boolean }) {
  const isNext = useMay()('orders_write') && order.next_action === 'contact'
  return (
    <>
      {!isNext && <OrderContact channel="whatsapp" order={order} isIconOnly={isIconOnly} />}
      {(!isNext || hasChat(order)) && <OrderContact channel="email" order={order} isIconOnly={isIconOnly} />}
    </>
  )
}

/** Records a call or a meeting; opens nothing. */
export function OrderCalled({ order }: { order: AdminOrder }) {
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
