import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MessageFacts,
  TEMPLATE_KEYS,
  type TemplateKey,
} from '../../../contract/messages/templates.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import type { OrderMails } from '../../../contract/settings/settings.ts'
import { listTemplates } from '../../../contract/messages/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** Message templates, and which mails are automatic. */
export const messageTemplates = () =>
  queryOptions({
    queryKey: adminKey('admin-templates'),
    queryFn: ({ signal }) => call(listTemplates, { signal }),
    staleTime: 60_000,
  })

/** The template to edit; undefined on the other part of the settings. */
export function askedTemplate(params: URLSearchParams): TemplateKey | undefined {
  const asked = params.get('mensaje')
  return asked === null ? undefined : (TEMPLATE_KEYS.find((known) => known === asked) ?? TEMPLATE_KEYS[0])
}

/** The automatic mails about an order; undefined until loaded, and if the customer cannot be mailed. */
export function useOrderMails({ can_mail }: AdminOrder): OrderMails | undefined {
  const mails = useQuery(messageTemplates()).data?.mails
  return can_mail ? mails : undefined
}

/** Fills a message template; the default one until templates are loaded. */
export function useTemplates(): (key: TemplateKey, facts: MessageFacts) => string {
  const { data } = useQuery(messageTemplates())
  return (key, facts) =>
    fillTemplate(data?.results.find((one) => one.key === key)?.body ?? DEFAULT_TEMPLATE[key], facts)
}
