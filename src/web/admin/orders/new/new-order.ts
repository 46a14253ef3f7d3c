import type { OrderChannel, PaymentMethod } from '../../../../contract/orders/order-desk.ts'
import { CUSTOMER_OR_GUEST, MANUAL_CHANNELS, NO_LINES } from '../../../../contract/orders/order-desk.ts'
import { PRICE, priceError } from '../../../../contract/catalog/product-rules.ts'
import { formatAmount, priceOf } from '../../../../contract/money.ts'
import { emailError } from '../../../../contract/email.ts'
import { knownPhoneError } from '../../../../contract/numbering-plan.ts'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import {
  type DeliveryType,
  notedAddressError,
  recipientNameError,
} from '../../../../contract/orders/recipient.ts'
import type { CallInput } from '../../../data/api.ts'
import { parseAmount, unreadError } from '../../../../contract/amounts.ts'
import type { placeManualOrder } from '../../../../contract/orders/calls.ts'
import { type Quantity, quantityError, unitsOf } from '../page/quantity-field.tsx'

/** A new line: the price as typed, initially today's. */
export interface NewLine {
  line: OrderLine
  quantity: Quantity
  price: string
}

export const OUTCOMES = {
  reserved: 'Reservado: falta cobrar y entregar',
  paid: 'Pagado ahora: falta entregar',
  done: 'Pagado y entregado ahora',
  sent: 'Pagado y despachado ahora',
} as const

export interface NewOrder {
  lines: NewLine[]
  who: 'account' | 'guest'
  account: { id: number; name: string; email: string; can_mail: boolean } | null
  name: string
  phone: string
  email: string
  delivery_type: DeliveryType
  shipping_address: string
  carrier: string
  tracking: string
  channel: Exclude<OrderChannel, 'web'>
  outcome: keyof typeof OUTCOMES
  method: PaymentMethod
  note: string
  send_mail: boolean
}

export const EMPTY_ORDER: NewOrder = {
  lines: [],
  who: 'guest',
  account: null,
  name: '',
  phone: '',
  email: '',
  delivery_type: 'coordinate',
  shipping_address: '',
  carrier: '',
  tracking: '',
  channel: MANUAL_CHANNELS[0],
  outcome: 'reserved',
  method: 'cash',
  note: '',
  send_mail: false,
}

export function newOrderErrors({ lines, who, account, name, phone, email, ...delivery }: NewOrder) {
  const isGuest = who === 'guest'
  return {
    lines: lines.length === 0 ? NO_LINES : lines.map(lineError).find(Boolean),
    account: !isGuest && account === null ? CUSTOMER_OR_GUEST : undefined,
    name: isGuest ? recipientNameError(name) : undefined,
    phone: isGuest && phone.trim() !== '' ? knownPhoneError(phone) : undefined,
    email: isGuest && email.trim() !== '' ? emailError(email) : undefined,
    shipping_address: notedAddressError(delivery.delivery_type, addressOf(delivery)),
  }
}

/** Keeps the address typed before another delivery was chosen, without sending it. */
function addressOf({
  delivery_type,
  shipping_address,
}: Pick<NewOrder, 'delivery_type' | 'shipping_address'>) {
  return delivery_type === 'address' ? shipping_address : ''
}

function lineError({ line, quantity, price }: NewLine): string | undefined {
  const error = quantityError(quantity)
  if (error) return `${line.product_name}: ${error}`
  const pesos = parseAmount(price)
  const wrong = pesos === undefined ? unreadError(price, PRICE) : priceError(pesos)
  return wrong && `${line.product_name}: ${wrong}`
}

/** Pesos; a price or quantity that cannot be read counts as 0. */
export function totalOf(lines: NewLine[]): number {
  const sum = lines.reduce(
    (all, { quantity, price }) => all + priceOf(unitsOf(quantity), parseAmount(price) ?? 0),
    0,
  )
  return Math.round(sum * 100) / 100
}

/** Adds a unit to an existing line, or a new line. */
export function withLine(lines: NewLine[], line: OrderLine): NewLine[] {
  const isKnown = lines.some((one) => one.line.blister_id === line.blister_id)
  if (!isKnown) return [...lines, { line, quantity: 1, price: formatAmount(line.price_at_time) }]
  return lines.map((one) =>
    one.line.blister_id === line.blister_id ? { ...one, quantity: unitsOf(one.quantity) + 1 } : one,
  )
}

type Body = NonNullable<CallInput<typeof placeManualOrder>['body']>

export function newOrderBody(order: NewOrder): Body {
  const { lines, who, account, name, phone, email, channel, outcome, method, note, send_mail } = order
  const { delivery_type, carrier, tracking } = order
  const isPaid = outcome !== 'reserved' && totalOf(lines) > 0
  return {
    ...(who === 'account' ? { customer_id: account?.id ?? 0, send_mail } : { guest: { name, phone, email } }),
    channel,
    note,
    delivery_type,
    shipping_address: addressOf(order),
    lines: lines.map(({ line, quantity, price }) => ({
      product_id: line.product_id ?? 0,
      blister_id: line.blister_id ?? 0,
      quantity: unitsOf(quantity),
      // The shown price, which the customer was told, even if it changed meanwhile.
      price_at_time: parseAmount(price) ?? 0,
    })),
    ...(isPaid && { payment: { amount: totalOf(lines), method } }),
    ...(outcome === 'done' && { handed: 'in_person' as const, complete: true }),
    ...(outcome === 'sent' && { handed: 'shipped' as const, carrier, tracking, complete: true }),
  }
}
