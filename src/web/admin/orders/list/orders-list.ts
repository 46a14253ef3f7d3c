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
import { day, listAddress, oneOrElse, type Paged, words } from '../../kit/list-address.ts'
import type { ListSource } from '../../kit/use-panel-list.ts'

type Names = Readonly<Record<string, string>>

/** Filters of one value each, in the sheet of filters. */
export const MARKS = [
  { name: 'next', label: 'Siguiente paso', names: namesOf(NEXT_ACTIONS, TODO_LABEL) },
  { name: 'payment', label: 'Cobro', names: PAYMENT_STATE_LABEL },
  { name: 'delivery', label: 'Entrega', names: DELIVERY_STATE_NAMES },
  { name: 'channel', label: 'Canal', names: ORDER_CHANNEL_LABEL },
] as const satisfies { name: string; label: string; names: Record<string, string> }[]

function namesOf<Key extends string>(keys: readonly Key[], names: Record<Key, string>) {
  return Object.fromEntries(keys.map((key) => [key, names[key]]))
}

export const DAYS = [
  { name: 'date_from', label: 'Desde' },
  { name: 'date_to', label: 'Hasta' },
] as const

type Mark = (typeof MARKS | typeof DAYS)[number]['name']

/** The filters of the sheet; '' does not filter. */
type Marks = Record<Mark, string>

export const NO_MARKS: Marks = {
  next: '',
  payment: '',
  delivery: '',
  channel: '',
  date_from: '',
  date_to: '',
}

/** The filters of the list. */
export interface OrderFilter extends Marks {
  status: OrderStatus
  search: string
  archived: boolean
  /** A single order, in any state. */
  orderId: number | undefined
}

/** The filters in words, for the chips that remove them. */
export function appliedMarks(filter: Marks): { name: Mark; label: string }[] {
  return [
    ...MARKS.map(({ name, label, names }) => ({ name, label, text: (names as Names)[filter[name]] })),
    ...DAYS.map(({ name, label }) => ({
      name,
      label,
      text: filter[name] && formatCalendarDay(filter[name]),
    })),
  ].flatMap(({ name, label, text }) => (text ? [{ name, label: `${label}: ${text}` }] : []))
}

/** Orders in several states may have the same next step. */
export function isAcrossStates({ next }: OrderFilter): boolean {
  return next !== ''
}

const markIn = (names: Names) => oneOrElse<string>(Object.keys(names), '')
const [NEXT, PAYMENT, DELIVERY, CHANNEL] = MARKS

const address = listAddress<OrderFilter>({
  next: markIn(NEXT.names),
  payment: markIn(PAYMENT.names),
  delivery: markIn(DELIVERY.names),
  channel: markIn(CHANNEL.names),
  date_from: day,
  date_to: day,
  status: oneOrElse(ORDER_STATUSES, 'pending'),
  search: words,
  archived: { read: (text) => text === '1', write: (isOn) => (isOn ? '1' : '') },
  orderId: {
    read: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
    write: (id) => String(id ?? ''),
  },
})

/** The filters as the API has them. Archived orders count only as cancelled, and are shown in that tab. */
export function orderQuery(filter: OrderFilter) {
  const { orderId, status, archived, search } = filter
  if (orderId !== undefined) return { orderId }
  const marks: Partial<Marks> = {}
  for (const { name } of [...MARKS, ...DAYS]) if (filter[name] !== '') marks[name] = filter[name]
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
  const { orderId, status, archived, next, payment, delivery } = filter
  if (orderId !== undefined) return order.id === orderId
  if (payment !== '' && order.payment_state !== payment) return false
  if (delivery !== '' && order.delivery_state !== delivery) return false
  if (isAcrossStates(filter)) return order.next_action === next && order.is_archived === archived
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
  const names: [string, string] = kind === '' ? ['pedido', 'pedidos'] : [`pedido ${kind}`, `pedidos ${kind}s`]
  // Search counts stop at this number.
  const isMore = search !== '' && count >= MAX_FOUND
  const pages = Math.max(1, Math.ceil(count / ORDERS.pageSize))
  return [
    `${counted(count, ...names)}${isMore ? ' o más' : ''}${archived ? ' en el archivo' : ''}`,
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
