import { useQueryClient } from '@tanstack/react-query'
import type { ContactChannel } from '../../../../contract/orders/order-desk.ts'
import { call } from '../../../data/api.ts'
import { askAgain } from '../orders-query.ts'
import { useMay } from '../../shell/rights.tsx'

/** Notes that a chat or a mail was opened. When that fails nothing is said: the link itself works. */
export function useContact(id: number) {
  const client = useQueryClient()
  const mayNote = useMay()('orders_write')
  return (channel: ContactChannel) =>
    mayNote &&
    void call('noteContact', { params: { id }, body: { channel } }).then(
      () => askAgain(client),
      () => undefined,
    )
}
