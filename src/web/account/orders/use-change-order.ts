import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { CANCELLED_AS_EMPTY } from '../../../contract/orders/order-status.ts'
import type { Order, OrderLine } from '../../../contract/orders/orders.ts'
import { changeOrder } from '../../../contract/orders/calls.ts'
import { call, Refusal } from '../../data/api.ts'
import { myOrders } from '../../data/queries.ts'
import { useForm } from '../../forms/use-form.ts'
import { clearCaches, type Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { productsWithout } from './order-lines.ts'

/** The steps of a customer with an own pending order. */
export type OrderStep = { kind: 'cancel' } | { kind: 'remove'; line: OrderLine }

/** Executes a step. A refusal shows its text and refetches the list. */
export function useChangeOrder(session: Session, order: Order) {
  const queryClient = useQueryClient()
  const form = useForm({
    base: order,
    valuesOf: () => ({}),
    idOf: String,
    // The dialog closes with the refetched order, and its text with it.
    failed: (_text, error) => (error instanceof Refusal && error.body.error) || FAILED,
  })
  const send = async (step: OrderStep) => {
    try {
      const changed = await call(changeOrder, { params: { id: order.id }, body: bodyOf(step, order) })
      show(queryClient, session, changed)
      showToast('success', doneText(step, changed))
    } catch (error) {
      if (error instanceof Refusal && [403, 404, 409].includes(error.status))
        void queryClient.invalidateQueries({ queryKey: myOrders(session).queryKey })
      throw error
    }
  }
  return {
    isBusy: form.isBusy,
    error: form.failure?.general.join(' '),
    change: (step: OrderStep, onDone: () => void) => void form.run(() => send(step).then(onDone)),
    forgetError: () => form.restart(),
  }
}

const FAILED = 'Error al procesar la acción'

function bodyOf(step: OrderStep, order: Order) {
  return step.kind === 'cancel'
    ? { status: 'cancelled' as const }
    : { products: productsWithout(order, step.line), version: order.version }
}

/** Replaces the changed order in the cached list. */
function show(queryClient: QueryClient, session: Session, changed: Order): void {
  queryClient.setQueryData(
    myOrders(session).queryKey,
    (before) =>
      before && { ...before, orders: before.orders.map((one) => (one.id === changed.id ? changed : one)) },
  )
  clearCaches()
  // Units were returned: refetch everything that shows stock.
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'my-orders' })
}

function doneText(step: OrderStep, changed: Order): string {
  if (step.kind === 'cancel') return 'Pedido cancelado correctamente'
  return changed.status === 'cancelled' ? CANCELLED_AS_EMPTY : 'Producto eliminado del pedido'
}
