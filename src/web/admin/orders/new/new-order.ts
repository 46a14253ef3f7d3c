import {
  CUSTOMER_OR_GUEST,
  MANUAL_CHANNELS,
  NO_LINES,
  type OrderChannel,
  type PaymentMethod,
} from '../../../../contract/orders/order-desk.ts'
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
import { call, type CallInput, Refusal } from '../../../data/api.ts'
import { parseAmount, unreadError } from '../../../../contract/amounts.ts'
import { placeManualOrder } from '../../../../contract/orders/calls.ts'
import { type Quantity, quantityError, unitsOf } from '../page/quantity-field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { tabAttempt, tabDraft } from '../../../browser/drafts.ts'
import { sendOnce, wasDoneBefore } from '../../../data/send-once.ts'
import { type Form, useForm } from '../../../forms/use-form.ts'
import { readSession } from '../../../session/session.ts'
import { showToast } from '../../../ui/toast.tsx'
import { focusHeading } from '../../../ui/use-focus-on-arrival.ts'
import { useAdminPath } from '../../shell/use-admin-path.ts'
import { oneOrder, refetchAll } from '../orders-query.ts'

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

interface NewOrder {
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

export const FAILED = 'Error al crear el pedido'

/** Stored in this browser until the order is created. */
const draft = tabDraft<NewOrder>('newOrder', 'userId')
const attempt = tabAttempt('newOrderAttempt', 'userId', 'any request')

export type NewOrderForm = Omit<Form<NewOrder, NewOrder>, 'onSubmit'>

export function useNewOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const admin = useAdminPath()
  const owner = readSession()?.userId ?? 0
  const [kept] = useState(() => keptDraft(owner))
  const [isResumed, setResumed] = useState(kept !== undefined)
  const form = useForm<NewOrder, NewOrder>({
    base: EMPTY_ORDER,
    values: kept,
    errorsOf: newOrderErrors,
    ownerOf,
    idOf: (field) => `new-order-${field}`,
    failed: (_text, error) => (error === undefined || wasDoneBefore(error) ? undefined : FAILED),
  })
  const { values, isDirty } = form
  useEffect(() => {
    if (isDirty) draft.keep(owner, values)
  }, [owner, values, isDirty])
  const send = async (order: NewOrder) => {
    const body = newOrderBody(order)
    const place = (idempotencyKey: string, sent: typeof body) =>
      call(placeManualOrder, { body: sent, idempotencyKey })
    const placed = await sendOnce(attempt, body, place, owner, placedBefore)
    draft.forget()
    client.setQueryData(oneOrder(placed.id).queryKey, placed)
    refetchAll(client)
    showToast('success', 'Pedido creado')
    void navigate(admin.order(placed.id), { replace: true })
  }
  const startAgain = () => {
    draft.forget()
    form.restart()
    setResumed(false)
    focusHeading()
  }
  return { ...form, onSubmit: form.onSubmit(send), isResumed: isResumed && values === kept, startAgain }
}

/** The order of an earlier try whose answer was lost. */
function placedBefore(order: { id: number } | undefined): Refusal {
  const which = order ? `: es el Pedido #${order.id}` : ''
  const error = `El pedido ya se había creado${which}. Lo que cambiaste después no está en ese pedido.`
  return new Refusal(422, { code: 'IDEMPOTENCY_MISMATCH', error })
}

/** Drafts of older versions may lack fields. */
function keptDraft(owner: number): NewOrder | undefined {
  const kept = draft.read(owner)
  return kept && { ...EMPTY_ORDER, ...kept }
}

/** Maps a field of the call to one of the screen. */
function ownerOf(field: string): string {
  const [first = field, second] = field.split('.')
  if (first === 'guest') return second ?? 'name'
  return first === 'customer_id' ? 'account' : first
}

/** Out of stock: names the products. */
export function isShort(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'OUT_OF_STOCK'
}
