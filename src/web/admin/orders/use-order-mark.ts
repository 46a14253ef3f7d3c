import { useQueryClient } from '@tanstack/react-query'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { refetchAll, showChanged } from './orders-query.ts'

export const DELIVERY_FAILED = 'Error al anotar la entrega'

/** Changes a mark of an order and shows the updated order. Refetches it after a refusal. */
export function useOrderMark() {
  const client = useQueryClient()
  return async (send: () => Promise<AdminOrder>, done: string): Promise<AdminOrder> => {
    try {
      const order = await send()
      await showChanged(client, order)
      showToast('success', done)
      return order
    } catch (error) {
      if (error instanceof Refusal && [404, 409].includes(error.status)) refetchAll(client)
      throw error
    }
  }
}
