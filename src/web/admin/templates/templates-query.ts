import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  DEFAULT_TEMPLATE,
  fillTemplate,
  type MessageFacts,
  type TemplateKey,
} from '../../../contract/messages/templates.ts'
import { call } from '../../data/api.ts'
import { adminKey } from '../shell/admin-key.ts'

/** What the shop writes to customers. */
export const messageTemplates = () =>
  queryOptions({
    queryKey: adminKey('admin-templates'),
    queryFn: async ({ signal }) => (await call('listTemplates', { signal })).results,
    staleTime: 60_000,
  })

/** Writes a message as it is today; until that is known, as it comes with the shop. */
export function useTemplates(): (key: TemplateKey, facts: MessageFacts) => string {
  const { data } = useQuery(messageTemplates())
  return (key, facts) =>
    fillTemplate(data?.find((one) => one.key === key)?.body ?? DEFAULT_TEMPLATE[key], facts)
}
