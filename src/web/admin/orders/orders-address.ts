import { MAX_FOUND } from '../../../contract/limits.ts'
import { ORDER_STATUS_LABEL, ORDER_STATUSES, type OrderStatus } from '../../../contract/order-status.ts'
import type { AdminOrder } from '../../../contract/orders.ts'
import { counted } from '../lists/counted.ts'
import { readPage } from '../lists/read-page.ts'

export const ORDERS_PAGE_SIZE = 20

/** The filters in the address of the list. */
export interface OrderFilter {
  status: OrderStatus
  search: string
  page: number
  archived: boolean
  /** A single order, in any state. */
  orderId: number | undefined
}

export function readOrderFilter(params: URLSearchParams): OrderFilter {
  const status = params.get('status')
  const orderId = params.get('orderId') ?? ''
  return {
    status: ORDER_STATUSES.find((known) => known === status) ?? 'pending',
    search: (params.get('search') ?? '').trim(),
    page: readPage(params),
    archived: params.get('archived') === '1',
    orderId: /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined,
  }
}

/** Whether an order belongs to this list. */
export function belongs(order: AdminOrder, { orderId, status, archived }: OrderFilter): boolean {
  if (orderId !== undefined) return order.id === orderId
  if (order.status !== status) return false
  return archived ? order.is_archived : status === 'cancelled' || !order.is_archived
}

export function orderParams({ status, search, page, archived, orderId }: OrderFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== 'pending') params.set('status', status)
  if (search !== '') params.set('search', search)
  if (archived) params.set('archived', '1')
  if (page > 1) params.set('page', String(page))
  if (orderId !== undefined) params.set('orderId', String(orderId))
  return params
}

export function countText({ status, search, page, archived, orderId }: OrderFilter, count: number): string {
  if (orderId !== undefined) return `Pedido #${orderId}`
  const kind = ORDER_STATUS_LABEL[status].toLowerCase()
  const pages = Math.max(1, Math.ceil(count / ORDERS_PAGE_SIZE))
  return [
    atMostCounted({ count, kind, search }) + (archived ? ' en el archivo' : ''),
    search && `con «${search}»`,
    pages > 1 && `página ${page} de ${pages}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A search counts up to this number. */
function atMostCounted({ count, kind, search }: { count: number; kind: string; search: string }): string {
  const text = counted(count, `pedido ${kind}`, `pedidos ${kind}s`)
  return search !== '' && count >= MAX_FOUND ? `${text} o más` : text
}
