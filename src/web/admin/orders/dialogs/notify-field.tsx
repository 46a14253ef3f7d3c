import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import type { OrderMails } from '../../../../contract/settings/settings.ts'
import { CheckField } from '../../shell/check-field.tsx'
import { useOrderMails } from '../../templates/templates-query.ts'

interface NotifyFieldProps {
  order: AdminOrder
  /** The setting that gives the default. */
  setting: keyof OrderMails
  hint: string
  /** Undefined until changed. */
  notify: boolean | undefined
  onChange: (notify: boolean) => void
}

/** Whether to mail the customer; nothing if that is not possible. */
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
