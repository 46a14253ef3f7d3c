import { Copy, Phone } from 'lucide-react'
import { useRef, useState } from 'react'
import { MESSAGE_LENGTH } from '../../../../contract/messages/fit-lines.ts'
import { TEMPLATE_KEYS, TEMPLATE_LABEL, type TemplateKey } from '../../../../contract/messages/templates.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { telegramLink, whatsappLink } from '../../../../contract/numbering-plan.ts'
import { useShopName } from '../../../app/site.ts'
import { COPY_SELECTED, useCopy } from '../../../browser/use-copy.ts'
import { useCloseGuard } from '../../../forms/use-close-guard.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextAreaField } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ChoiceField } from '../../kit/choice-field.tsx'
import { Needs } from '../../shell/rights.tsx'
import { mailtoCustomer, useOrderMessages } from '../order-message.ts'
import { ContactLink, useContact } from '../page/order-contact.tsx'

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
  return (
    <Dialog open onClose={close} title={`Mensaje por el Pedido #${order.id}`}>
      {note}
      <div className="action-form stack-3">
        <ChoiceField
          id="message-template"
          label="Mensaje"
          names={Object.fromEntries(offered.map((one) => [one, TEMPLATE_LABEL[one]]))}
          value={key}
          onChange={({ target }) => setKey(offered.find((one) => one === target.value) ?? suggested)}
        />
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

function Ways({
  order,
  template,
  text,
  onUse,
}: {
  order: AdminOrder
  template: TemplateKey
  text: string
  onUse: () => void
}) {
  const shopName = useShopName()
  const contact = useContact(order.id)
  const { customer_phone: phone, customer_email: email } = order
  const [whatsapp, telegram] = [whatsappLink(phone, text), telegramLink(phone)]
  return (
    <>
      <div className="wrap-2">
        {whatsapp && (
          <ContactLink channel="whatsapp" href={whatsapp} look="primary" {...{ order, template, onUse }} />
        )}
        {telegram && (
          // The text does not travel with this link.
          <ContactLink channel="telegram" href={telegram} {...{ order, template }} />
        )}
        {email !== '' && (
          <ContactLink
            channel="email"
            href={mailtoCustomer(order, shopName, text)}
            {...{ order, template, onUse }}
          />
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
