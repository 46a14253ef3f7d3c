import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CANCELLED_AS_EMPTY } from '../../../contract/order-status.ts'
import type { Order, OrderLine } from '../../../contract/orders.ts'
import { call, Refusal } from '../../data/api.ts'
import { myOrders } from '../../data/queries.ts'
import { clearCaches, type Session } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import { productsWithout } from './order-lines.ts'

/** What a customer can do with an own pending order. */
export type OrderStep = { kind: 'cancel' } | { kind: 'remove'; line: OrderLine }

/** Orders that this page has cancelled: they keep their place in the list until it is left. */
const cancelledHere = new Set<number>()

export function wasCancelledHere(order: Order): boolean {
  return order.status === 'cancelled' && cancelledHere.has(order.id)
}

/** Does one step and puts the answered order in its place. What the shop refuses is told, and the list asked for anew. */
export function useChangeOrder(session: Session, order: Order) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { queryKey } = myOrders(session)

  const show = (changed: Order) => {
    if (changed.status === 'cancelled') cancelledHere.add(changed.id)
    queryClient.setQueryData(
      queryKey,
      (before) => before && { orders: before.orders.map((one) => (one.id === changed.id ? changed : one)) },
    )
    clearCaches()
    // Units went back to the shop: whatever shows stock is asked for again.
    void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[1] !== 'my-orders' })
  }

  /** True when it is done. */
  const change = async (step: OrderStep): Promise<boolean> => {
    setBusy(true)
    setError('')
    try {
      const params = { id: order.id }
      const body =
        step.kind === 'cancel'
          ? { status: 'cancelled' as const }
          : { products: productsWithout(order, step.line), version: order.version }
      const changed = await call('changeOrder', { params, body })
      show(changed)
      showToast('success', doneText(step, changed))
      return true
    } catch (failed) {
      const text = (failed instanceof Refusal && failed.body.error) || 'Error al procesar la acción'
      setError(text)
      showToast('error', text)
      if (failed instanceof Refusal && [403, 404, 409].includes(failed.status)) {
        void queryClient.invalidateQueries({ queryKey })
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, change, forgetError: () => setError('') }
}

function doneText(step: OrderStep, changed: Order): string {
  if (step.kind === 'cancel') return 'Pedido cancelado correctamente'
  return changed.status === 'cancelled' ? CANCELLED_AS_EMPTY : 'Producto eliminado del pedido'
}
