import { useForm } from '../../../forms/use-form.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { markDelivery } from '../../../../contract/orders/calls.ts'
import { call } from '../../../data/api.ts'
import { DELIVERY_FAILED, useOrderMark } from '../use-order-change.ts'

const DONE = { pending: 'Pedido sin preparar', prepared: 'Pedido preparado' }

/** Toggles the prepared mark. */
export function useDeliveryMark(order: AdminOrder) {
  const mark = useOrderMark()
  const form = useForm({ base: order, valuesOf: () => ({}), idOf: String, failed: DELIVERY_FAILED })
  const { id, version, delivery_state: was } = order
  const send = (state: keyof typeof DONE) =>
    mark(() => call(markDelivery, { params: { id }, body: { state, was, version } }), DONE[state])
  return {
    mark: (state: keyof typeof DONE) => void form.run(() => send(state)),
    isBusy: form.isBusy,
    error: form.failure?.error,
  }
}
