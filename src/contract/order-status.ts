/** The three states of an order and what each step may start from. */
export const ORDER_STATUSES = ['pending', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_STATUS_LABEL: Record<OrderStatus, string> = {
  pending: 'Pendiente',
  completed: 'Completado',
  cancelled: 'Cancelado',
}

/** What a customer may do with an own order. An admin may set any status from any other. */
const customerMayFrom = {
  cancel: ['pending'],
  removeLine: ['pending'],
} satisfies Record<string, OrderStatus[]>

export type CustomerOrderAction = keyof typeof customerMayFrom

/** The server asks before acting, the account before offering the button. */
export function orderCan(action: CustomerOrderAction, order: { status: OrderStatus }): boolean {
  const statuses: OrderStatus[] = customerMayFrom[action]
  return statuses.includes(order.status)
}

/** Pending and completed orders keep their units out of the stock; cancelled ones have given them back. */
export function holdsStock(status: OrderStatus): boolean {
  return status !== 'cancelled'
}
