import type { TemplateKey } from '../../../contract/messages/templates.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { useShopName } from '../../app/site.ts'
import { useTemplates } from '../templates/templates-query.ts'
import { messageFacts, templateFor } from './order-message.ts'

/** Fills the current message templates for an order. */
export function useOrderMessages(order: AdminOrder): {
  suggested: TemplateKey
  write: (key: TemplateKey) => string
} {
  const shopName = useShopName()
  const write = useTemplates()
  const facts = messageFacts(order, shopName)
  return { suggested: templateFor(order), write: (key) => write(key, facts) }
}
