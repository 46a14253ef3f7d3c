import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MessageFacts,
  type TemplateKey,
} from '../../../contract/messages/templates.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import type { OrderMails } from '../../../contract/settings/settings.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** What the shop writes to customers, and which mails go by themselves. */
export const messageTemplates = () =>
  queryOptions({
    queryKey: adminKey('admin-templates'),
    queryFn: ({ signal }) => call('listTemplates', { signal }),
    staleTime: 60_000,
  })

/** Which mails about an order go by themselves; undefined until that is known, and where its customer cannot be mailed. */
export function useOrderMails({ can_mail }: AdminOrder): OrderMails | undefined {
  const mails = useQuery(messageTemplates()).data?.mails
  return can_mail ? mails : undefined
}

/** Fills a message of the shop; until those are loaded, the default one. */
export function useTemplates(): (key: TemplateKey, facts: MessageFacts) => string {
  const { data } = useQuery(messageTemplates())
  return (key, facts) =>
    fillTemplate(data?.results.find((one) => one.key === key)?.body ?? DEFAULT_TEMPLATE[key], facts)
}
