import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import type { OrderMails } from '../../../../contract/settings/settings.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { useOrderMails } from '../../templates/templates-query.ts'

interface NotifyFieldProps {
  order: AdminOrder
  /** What decides while nobody has touched it. */
  setting: keyof OrderMails
  hint: string
  /** Undefined: not touched. */
  notify: boolean | undefined
  onChange: (notify: boolean) => void
}

/** Whether the customer is mailed; nothing for one who cannot be. */
export function NotifyField({ order, setting, hint, notify, onChange }: NotifyFieldProps) {
  const mails = useOrderMails(order)
  if (!mails) return null
  return (
    <CheckField
      id={`notify-${setting}`}
      label="Avisar al cliente por email"
      hint={hint}
      checked={notify ?? mails[setting]}
      onChange={onChange}
    />
  )
}
