import type { DeliveryState } from './order-desk.ts'

export const ORDER_STATUSES = ['pending', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_STATUS_LABEL: Record<OrderStatus, string> = {
  pending: 'Pendiente',
  completed: 'Completado',
  cancelled: 'Cancelado',
}

/** The reason of the automatic cancellation when no lines are left. */
export const CANCELLED_AS_EMPTY = 'Pedido cancelado por falta de productos'

/** The states in which a customer may take a step. An admin may set any state from any other. */
const customerMayFrom = {
  cancel: ['pending'],
  removeLine: ['pending'],
} satisfies Record<string, OrderStatus[]>

export type CustomerOrderAction = keyof typeof customerMayFrom

/** Checked by the server, and by the account's screens before they offer a button. Always false after handing over. */
export function orderCan(
  action: CustomerOrderAction,
  { status, delivery_state }: { status: OrderStatus; delivery_state: DeliveryState },
): boolean {
  const statuses: OrderStatus[] = customerMayFrom[action]
  return statuses.includes(status) && delivery_state !== 'handed'
}

/** Pending and completed orders hold units of the stock; cancelled orders have returned them. */
export function holdsStock(status: OrderStatus): boolean {
  return status !== 'cancelled'
}
