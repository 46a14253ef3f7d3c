import { toPesos } from '../../contract/money.ts'
import {
  canExpire,
  deliveryState,
  deliveryStateLabel,
  type NextAction,
  ORDER_CHANNEL_LABEL,
  PAYMENT_KIND_LABEL,
  PAYMENT_METHOD_LABEL,
  PAYMENT_STATE_LABEL,
  paymentState,
} from '../../contract/orders/order-desk.ts'
import { CARRIERS, trackingAddress } from '../../contract/orders/carriers.ts'
import type { OrderLot } from '../../contract/orders/order-lots.ts'
import type { OrderPayment } from '../../contract/orders/order-parts.ts'
import { ORDER_STATUS_LABEL } from '../../contract/orders/order-status.ts'
import type { AdminOrder, OrderLine } from '../../contract/orders/orders.ts'
import { DELIVERY_LABEL } from '../../contract/orders/recipient.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'

/** An order with its customer; the names are null once the account is deleted. */
export interface OrderWithCustomer extends OrderRow {
  username: string | null
  first_name: string | null
  last_name: string | null
}

export type PaymentJson = Omit<OrderPayment, 'kind_display' | 'method_display'>

/** A lot as JSON inside its order. */
export interface ChosenLot extends OrderLot {
  is_public: boolean
}

/** Data from other tables. */
export interface OrderParts {
  payments: PaymentJson[]
  notes: NotesJson
  lots: ChosenLot[]
  created_by_name: string | null
  can_mail: boolean
  next_action: NextAction | null
  /** The setting, null where it is the default. */
  carriers: string | null
}

export interface NotesJson {
  count: number
  visible: AdminOrder['visible_notes']
}

export const NEW_ORDER_PARTS: OrderParts = {
  payments: [],
  notes: { count: 0, visible: [] },
  lots: [],
  created_by_name: null,
  // Placing an order needs an account.
  can_mail: true,
  next_action: 'contact',
  carriers: null,
}

/** Each lot once, in the order in which they were chosen. */
function fromLots(lots: ChosenLot[]): AdminOrder['from_lots'] {
  const once = new Map(lots.map(({ code, is_public }) => [code, { code, is_public }]))
  return [...once.values()]
}

/** Rows as the contract's `AdminOrder`: money in pesos, times as text, the lines under both of their names. */
export function orderView(order: OrderWithCustomer & OrderParts, lines: OrderLineRow[]): AdminOrder {
  const products = lines.map(lineView)
  return {
    id: order.id,
    status: order.status,
    status_display: ORDER_STATUS_LABEL[order.status],
    is_archived: order.is_archived,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
    total: toPesos(order.total),
    customer: customerView(order),
    customer_id: order.user_id,
    customer_phone: order.customer_phone,
    customer_email: order.customer_email,
    recipient_name: order.recipient_name,
    shipping_address: order.shipping_address,
    delivery_type: order.delivery_type,
    delivery_type_display: DELIVERY_LABEL[order.delivery_type],
    order_products: products,
    products,
    version: order.version,
    ...moneyView(order),
    ...deliveryView(order),
    expires_at: canExpire(order) ? (order.expires_at?.toISOString() ?? null) : null,
    claim_id: order.claim_id,
    ...notesView(order.notes),
    lots: order.lots,
    from_lots: fromLots(order.lots),
    channel: order.channel,
    channel_display: ORDER_CHANNEL_LABEL[order.channel],
    created_by: order.created_by_name,
    can_mail: order.can_mail,
    next_action: order.next_action,
  }
}

function notesView({ count, visible }: NotesJson) {
  const visible_notes = visible.map((note) => ({
    ...note,
    created_at: new Date(note.created_at).toISOString(),
  }))
  return { notes_count: count, visible_notes }
}

function deliveryView(order: OrderRow & Pick<OrderParts, 'carriers'>) {
  return {
    delivery_state: deliveryState(order),
    delivery_state_display: deliveryStateLabel(order),
    carrier: order.carrier,
    tracking: order.tracking,
    tracking_url: trackingAddress(order, order.carriers ?? CARRIERS),
    prepared_at: order.prepared_at?.toISOString() ?? null,
    changed_after_prepared: order.changed_after_prepared,
    handed_at: order.handed_at?.toISOString() ?? null,
    handed_how: order.handed_how,
  }
}

function moneyView(order: OrderRow & OrderParts) {
  const state = paymentState(order)
  return {
    payment_state: state,
    payment_state_display: PAYMENT_STATE_LABEL[state],
    paid_total: toPesos(order.paid_total),
    // A cancelled order owes nothing.
    balance: toPesos((order.status === 'cancelled' ? 0 : order.total) - order.paid_total),
    agreed_method: order.agreed_method,
    agreed_method_display: order.agreed_method ? PAYMENT_METHOD_LABEL[order.agreed_method] : '',
    agreed_due: order.agreed_due,
    payments: order.payments.map((payment) => ({
      ...payment,
      amount: toPesos(payment.amount),
      created_at: new Date(payment.created_at).toISOString(),
      voided_at: payment.voided_at && new Date(payment.voided_at).toISOString(),
      kind_display: PAYMENT_KIND_LABEL[payment.kind],
      method_display: PAYMENT_METHOD_LABEL[payment.method],
    })),
  }
}

function customerView(order: OrderWithCustomer): AdminOrder['customer'] {
  if (order.user_id === null || order.username === null) return null
  return {
    id: order.user_id,
    username: order.username,
    first_name: order.first_name ?? '',
    last_name: order.last_name ?? '',
  }
}

export function lineView(line: OrderLineRow): OrderLine {
  return {
    id: line.id,
    product: line.product_id,
    blister: line.blister_id,
    product_id: line.product_id,
    blister_id: line.blister_id,
    quantity: line.quantity,
    price_at_time: toPesos(line.price_at_time),
    product_name: line.product_name,
    product_image: line.product_image,
    product_brand: line.product_brand,
    blister_info: { seed_count: line.seed_count },
    product_details: { id: line.product_id, name: line.product_name },
    product_type: line.product_type,
  }
}
