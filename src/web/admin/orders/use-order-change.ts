import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { patchOrder } from '../../../contract/orders/calls.ts'
import { call, type CallInput, Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { refetchAll, showChanged } from './orders-query.ts'

interface Sent {
  order: AdminOrder
  change: NonNullable<CallInput<typeof patchOrder>['body']>
}

const SENDING = ['change-order']

export const STATUS_FAILED = 'Error al actualizar el estado del pedido'

/**
 * Changes state, lines, recipient or archive of an order on the version that was shown: the server refuses it after a
 * concurrent change. After a refusal stale data are refetched, so that a retry starts from the current state. One change of
 * an order at a time; others are ignored.
 */
export function useChangeOrder(failedText: string) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: SENDING,
    mutationFn: ({ order, change }: Sent) =>
      call(patchOrder, { params: { id: order.id }, body: { ...change, version: order.version } }),
    onSuccess: (changed) => showChanged(client, changed),
    onError: (error) => {
      showToast('error', failedText)
      if (isOutOfDate(error)) refetchAll(client)
    },
  })
  const mutate: typeof mutation.mutate = (sent, options) => {
    // A second press can come before the first is rendered.
    const isSending = client.isMutating({
      mutationKey: SENDING,
      // safe: the key belongs to this hook
      predicate: ({ state }) => (state.variables as Sent).order.id === sent.order.id,
    })
    if (!isSending) mutation.mutate(sent, options)
  }
  return { ...mutation, mutate }
}

/** Whether another person changed or removed the order. */
export function isOutOfDate(error: Error): boolean {
  return error instanceof Refusal && [404, 409].includes(error.status)
}

export function changedText(status: OrderStatus): string {
  return `Orden ${status === 'cancelled' ? 'cancelada' : 'actualizada'} exitosamente`
}
