import {
  DELIVERY_STATE_NAMES,
  NEXT_ACTIONS,
  ORDER_CHANNEL_LABEL,
  PAYMENT_STATE_LABEL,
} from '../../../../contract/orders/order-desk.ts'
import { TODO_LABEL } from '../../../../contract/orders/todo.ts'
import { MAX_FOUND } from '../../../../contract/limits.ts'
import {
  ORDER_STATUS_LABEL,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../../contract/orders/order-status.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { listOrders } from '../../../../contract/orders/calls.ts'
import { formatCalendarDay } from '../../../shop/dates.ts'
import { addressOf, type AnswerOf, call } from '../../../data/api.ts'
import { counted } from '../../kit/counted.ts'
import { isDay, type ListAddress, type Paged } from '../../kit/list-address.ts'
import { readPage } from '../../kit/read-page.ts'
import type { ListSource } from '../../kit/use-panel-list.ts'

/** The filters of the list. */
export interface OrderFilter {
  status: OrderStatus
  search: string
  archived: boolean
  /** A single order, in any state. */
  orderId: number | undefined
  marks: OrderMarks
}

type Options = readonly { value: string; label: string }[]

export const MARK_FILTERS = [
  {
    name: 'next',
    label: 'Siguiente paso',
    options: NEXT_ACTIONS.map((value) => ({ value, label: TODO_LABEL[value] })),
  },
  { name: 'payment', label: 'Cobro', options: optionsOf(PAYMENT_STATE_LABEL) },
  { name: 'delivery', label: 'Entrega', options: optionsOf(DELIVERY_STATE_NAMES) },
  { name: 'channel', label: 'Canal', options: optionsOf(ORDER_CHANNEL_LABEL) },
] as const satisfies { name: string; label: string; options: Options }[]

function optionsOf(labels: Record<string, string>): Options {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

export const DAY_FILTERS = [
  { name: 'date_from', label: 'Desde' },
  { name: 'date_to', label: 'Hasta' },
] as const

export type MarkName = (typeof MARK_FILTERS | typeof DAY_FILTERS)[number]['name']

/** Filters by name; missing ones do not filter. */
type OrderMarks = { [Name in MarkName]?: string | undefined }

/** Unknown values are dropped, as on the server. */
function readMarks(params: URLSearchParams): OrderMarks {
  const marks: OrderMarks = {}
  for (const { name, options } of MARK_FILTERS) {
    const value = params.get(name)
    if (value !== null && options.some((option) => option.value === value)) marks[name] = value
  }
  for (const { name } of DAY_FILTERS) {
    const value = params.get(name) ?? ''
    if (isDay(value)) marks[name] = value
  }
  return marks
}

/** The filters in words, for the chips that remove them. */
export function appliedMarks(marks: OrderMarks): { name: MarkName; label: string }[] {
  return [
    ...MARK_FILTERS.flatMap(({ name, label, options }) => {
      const chosen = options.find(({ value }) => value === marks[name])
      return chosen ? [{ name, label: `${label}: ${chosen.label}` }] : []
    }),
    ...DAY_FILTERS.flatMap(({ name, label }) => {
      const day = marks[name]
      return day === undefined ? [] : [{ name, label: `${label}: ${formatCalendarDay(day)}` }]
    }),
  ]
}

/** Orders in several states may have the same next step. */
export function isAcrossStates({ marks }: Pick<OrderFilter, 'marks'>): boolean {
  return marks.next !== undefined
}

const address: ListAddress<OrderFilter> = {
  read: (params) => {
    const status = params.get('status')
    const orderId = params.get('orderId') ?? ''
    return {
      status: ORDER_STATUSES.find((known) => known === status) ?? 'pending',
      search: (params.get('search') ?? '').trim(),
      page: readPage(params),
      archived: params.get('archived') === '1',
      orderId: /^[1-9]\d{0,9}$/.test(orderId) ? Number(orderId) : undefined,
      marks: readMarks(params),
    }
  },
  write: ({ status, search, page, archived, orderId, marks }) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(marks)) if (value) params.set(name, value)
    if (status !== 'pending') params.set('status', status)
    if (search !== '') params.set('search', search)
    if (archived) params.set('archived', '1')
    if (page > 1) params.set('page', String(page))
    if (orderId !== undefined) params.set('orderId', String(orderId))
    return params
  },
}

/** The filters as the API has them. Archived orders count only as cancelled, and are shown in that tab. */
export function orderQuery(filter: OrderFilter) {
  const { orderId, status, archived, marks, search } = filter
  if (orderId !== undefined) return { orderId }
  const isCancelled = status === 'cancelled'
  return {
    ...marks,
    ...(isAcrossStates(filter)
      ? { archived }
      : { status, archived: archived ? true : isCancelled ? undefined : false }),
    search: search || undefined,
  }
}

function belongs(order: AdminOrder, filter: OrderFilter): boolean {
  const { orderId, status, archived, marks } = filter
  if (orderId !== undefined) return order.id === orderId
  if (marks.payment !== undefined && order.payment_state !== marks.payment) return false
  if (marks.delivery !== undefined && order.delivery_state !== marks.delivery) return false
  if (isAcrossStates(filter)) return order.next_action === marks.next && order.is_archived === archived
  if (order.status !== status) return false
  return archived ? order.is_archived : status === 'cancelled' || !order.is_archived
}

const askedFor = (filter: OrderFilter, page: { page: number; page_size: number }) => ({
  ...page,
  ...(filter.orderId !== undefined && { page: 1 }),
  ...orderQuery(filter),
})

/** Polled while the page is visible, as other admins may change it. */
export const ORDERS: ListSource<AdminOrder, OrderFilter, AnswerOf<typeof listOrders>> = {
  name: 'admin-orders',
  address,
  pageSize: 20,
  every: 6_000,
  ask: (filter, page, signal) => call(listOrders, { query: askedFor(filter, page), signal }),
  belongs,
  early: (filter, page) => ({
    address: addressOf(listOrders, { query: askedFor(filter, page) }),
    needs: 'orders_read',
  }),
}

export function countText(filter: Paged<OrderFilter>, count: number): string {
  const { search, page, archived, orderId } = filter
  if (orderId !== undefined) return `Pedido #${orderId}`
  const kind = kindOf(filter)
  const pages = Math.max(1, Math.ceil(count / ORDERS.pageSize))
  return [
    atMostCounted({ count, kind, search }) + (archived ? ' en el archivo' : ''),
    search && `con «${search}»`,
    pages > 1 && `página ${page} de ${pages}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** 'pendiente'; empty for orders of several states. */
export function kindOf(filter: OrderFilter): string {
  return isAcrossStates(filter) ? '' : ORDER_STATUS_LABEL[filter.status].toLowerCase()
}

/** Search counts stop at this number. */
function atMostCounted({ count, kind, search }: { count: number; kind: string; search: string }): string {
  const text =
    kind === '' ? counted(count, 'pedido', 'pedidos') : counted(count, `pedido ${kind}`, `pedidos ${kind}s`)
  return search !== '' && count >= MAX_FOUND ? `${text} o más` : text
}
