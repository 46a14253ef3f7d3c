import { Copy, Mail, MessageCircle, Phone, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { MESSAGE_LENGTH } from '../../../../contract/messages/fit-lines.ts'
import { TEMPLATE_KEYS, TEMPLATE_LABEL, type TemplateKey } from '../../../../contract/messages/templates.ts'
import type { ContactChannel } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { telegramLink, whatsappLink } from '../../../../contract/numbering-plan.ts'
import { useShopName } from '../../../app/site.ts'
import { COPY_SELECTED, useCopy } from '../../../browser/use-copy.ts'
import { useCloseGuard } from '../../../forms/use-close-guard.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Needs } from '../../shell/rights.tsx'
import { mailtoCustomer } from '../order-message.ts'
import { useOrderMessages } from '../use-order-messages.ts'
import { useContact } from '../page/use-contact.ts'

interface MessageDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Wrong for other orders: a replacement has nothing to pay. */
const ONLY_SUGGESTED: TemplateKey[] = ['reclamo', 'reposicion']

/** Writes to the customer from a message template, by any channel. The text is not stored. */
export function MessageDialog({ order, onClose }: MessageDialogProps) {
  const { suggested, write } = useOrderMessages(order)
  const [key, setKey] = useState<TemplateKey>(suggested)
  /** What was typed into each template. */
  const [typed, setTyped] = useState<Partial<Record<TemplateKey, string>>>({})
  /** The texts that were copied, or opened in a chat or a mail. */
  const [used, setUsed] = useState<readonly string[]>([])
  const text = typed[key] ?? write(key)
  const isUnused = Object.values(typed).some((one) => !used.includes(one))
  const { close, note } = useCloseGuard(isUnused, onClose)
  // Without the template of claims, and those that do not apply to this order.
  const offered = TEMPLATE_KEYS.filter(
    (one) => one === suggested || (!ONLY_SUGGESTED.includes(one) && write(one) !== ''),
  )
  const choose = (chosen: string) => setKey(TEMPLATE_KEYS.find((one) => one === chosen) ?? suggested)
  return (
    <Dialog open onClose={close} title={`Mensaje por el Pedido #${order.id}`}>
      {note}
      <div className="action-form stack-3">
        <TemplateField offered={offered} chosen={key} onChoose={choose} />
        <TextAreaField
          id="message-text"
          label="Texto"
          hint="Lo que cambies vale para este mensaje"
          rows={8}
          maxLength={MESSAGE_LENGTH}
          value={text}
          onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
        />
        <Ways order={order} template={key} text={text} onUse={() => setUsed([...used, text])} />
      </div>
    </Dialog>
  )
}

interface TemplateFieldProps {
  offered: TemplateKey[]
  chosen: TemplateKey
  onChoose: (key: string) => void
}

function TemplateField({ offered, chosen, onChoose }: TemplateFieldProps) {
  return (
    <SelectField
      id="message-template"
      label="Mensaje"
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {TEMPLATE_LABEL[one]}
        </option>
      ))}
    </SelectField>
  )
}

interface WaysProps {
  order: AdminOrder
  template: TemplateKey
  text: string
  onUse: () => void
}

function Ways({ order, template, text, onUse }: WaysProps) {
  const shopName = useShopName()
  const contact = useContact(order.id)
  const { customer_phone: phone, customer_email: email } = order
  const [whatsapp, telegram] = [whatsappLink(phone, text), telegramLink(phone)]
  return (
    <>
      <div className="wrap-2">
        {whatsapp && <Way channel="whatsapp" href={whatsapp} {...{ order, template, onUse }} />}
        {telegram && (
          // The text does not travel with this link.
          <Way channel="telegram" href={telegram} {...{ order, template }} onUse={() => {}} />
        )}
        {email !== '' && (
          <Way channel="email" href={mailtoCustomer(order, shopName, text)} {...{ order, template, onUse }} />
        )}
        <CopyMessage
          text={text}
          onCopied={() => {
            onUse()
            contact('copied', template)
          }}
        />
        <Needs right="orders_write">
          <IconButton icon={Phone} text="Se llamó" look="quiet" onClick={() => contact('phone', template)} />
        </Needs>
      </div>
      {telegram && (
        <p className="admin-note">En Telegram el texto no viaja con el enlace: copiá el mensaje antes.</p>
      )}
    </>
  )
}

const WAY = {
  whatsapp: { name: 'WhatsApp', Icon: MessageCircle },
  telegram: { name: 'Telegram', Icon: Send },
  email: { name: 'Email', Icon: Mail },
} satisfies Partial<Record<ContactChannel, unknown>>

interface WayProps extends Omit<WaysProps, 'text'> {
  channel: keyof typeof WAY
  href: string
}

function Way({ channel, href, template, order, onUse }: WayProps) {
  const contact = useContact(order.id)
  const { name, Icon } = WAY[channel]
  const opensTab = channel !== 'email'
  return (
    <a
      className={`button ${channel === 'whatsapp' ? 'primary' : 'secondary'}`}
      href={href}
      {...(opensTab && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={() => {
        onUse()
        contact(channel, template)
      }}
    >
      <Icon aria-hidden="true" size={20} />
      <span>{name}</span>
      {opensTab && <span className="visually-hidden"> (se abre en otra pestaña)</span>}
    </a>
  )
}

/** Selects the text above if the browser denies copying. */
function CopyMessage({ text, onCopied }: { text: string; onCopied: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const select = () => button.current?.closest('dialog')?.querySelector('textarea')?.select()
  const [said, copy] = useCopy('Mensaje copiado', COPY_SELECTED, select)
  return (
    <>
      <IconButton
        ref={button}
        icon={Copy}
        text="Copiar mensaje"
        onClick={() => void copy(text).then(onCopied)}
      />
      <output>{said}</output>
    </>
  )
}
