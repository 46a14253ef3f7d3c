import { useQueryClient } from '@tanstack/react-query'
import type { TemplateKey } from '../../../../contract/messages/templates.ts'
import type { ContactChannel } from '../../../../contract/orders/order-desk.ts'
import { noteContact } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { refetchAll } from '../orders-query.ts'
import { useMay } from '../../shell/rights.tsx'

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
