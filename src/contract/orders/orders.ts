import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, Nothing, patchOf, reply, replyByAudience } from '../endpoint.ts'
import {
  DELIVERY_STATES,
  HANDING_WAYS,
  LINE_PRICE,
  NEXT_ACTIONS,
  NO_LINES,
  ORDER_CHANNELS,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  PRICE_REASON_LENGTH,
  VOID_REASON,
} from './order-desk.ts'
import { OrderLot } from './order-lots.ts'
import { MarksSent } from './order-marks.ts'
import { OrderPayment, VisibleNote } from './order-parts.ts'
import { ADDRESS_LENGTH, MAX_ORDER_LINES, MAX_QUANTITY, MIN_QUANTITY } from '../limits.ts'
import { priceError } from '../catalog/product-rules.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { QUANTITY, TOO_MANY_UNITS } from '../catalog/cart-rules.ts'
import { DELIVERY_REQUIRED } from './recipient.ts'
import { Phone, RecipientName } from './recipient-fields.ts'
import { notANumber, notWhole, tooSmall } from '../sentences.ts'
import {
  Flag,
  IdParams,
  JsonId,
  line,
  numeric,
  orEmpty,
  orNone,
  PageQuery,
  refusedBy,
  requiredLine,
  STATUS_INVALID,
} from '../text.ts'

// ---- Answers ---------------------------------------------------------------------------------------------------

/** A line as sold: price (pesos), name, brand, picture and seed count at that time. */
export const OrderLine = z.object({
  id: z.int(),
  product: z.int().nullable(),
  blister: z.int().nullable(),
  product_id: z.int().nullable(),
  blister_id: z.int().nullable(),
  quantity: z.int(),
  price_at_time: z.number(),
  product_name: z.string(),
  product_image: z.string().nullable(),
  product_brand: z.string().nullable(),
  blister_info: z.object({ seed_count: z.int() }),
  product_details: z.object({ id: z.int().nullable(), name: z.string() }),
  product_type: z.string(),
})
export type OrderLine = z.output<typeof OrderLine>

/** An order for its customer. Pesos; times in UTC; `customer` is null once the account is deleted. */
export const OwnOrder = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  status_display: z.string(),
  is_archived: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  total: z.number(),
  customer: z
    .object({ id: z.int(), username: z.string(), first_name: z.string(), last_name: z.string() })
    .nullable(),
  customer_id: z.int().nullable(),
  customer_phone: z.string(),
  customer_email: z.string(),
  recipient_name: z.string(),
  shipping_address: z.string(),
  delivery_type: z.enum(['coordinate', 'address']),
  delivery_type_display: z.string(),
  order_products: z.array(OrderLine),
  /** A copy of `order_products` for the warranty form. */
  products: z.array(OrderLine),
  version: z.int(),
  payment_state: z.enum(PAYMENT_STATES),
  payment_state_display: z.string(),
  /** Payments less refunds; `balance` is the total (0 when cancelled) less that, negative when overpaid. */
  paid_total: z.number(),
  balance: z.number(),
  delivery_state: z.enum(DELIVERY_STATES),
  delivery_state_display: z.string(),
  /** For shipped orders; may be empty. */
  carrier: z.string(),
  tracking: z.string(),
  /** The carrier's page of the shipment; '' when it is not known. */
  tracking_url: z.string(),
  /**
   * The end of the reservation: an order without payment, agreement or packing is then cancelled. Null if it does not
   * expire.
   */
  expires_at: z.iso.datetime().nullable(),
  /** The warranty claim that this order replaces goods for. */
  claim_id: z.int().nullable(),
  /** Notes of the shop, oldest first. */
  visible_notes: z.array(VisibleNote),
  /** The lots that its units come from, once they are chosen. Public ones have a page. */
  from_lots: z.array(z.object({ code: z.string(), is_public: z.boolean() })),
})
export type Order = z.output<typeof OwnOrder>

/** With the fields for admins. */
export const AdminOrder = OwnOrder.extend({
  channel: z.enum(ORDER_CHANNELS),
  channel_display: z.string(),
  /** The admin who entered it; null for an order of the site or a deleted account. */
  created_by: z.string().nullable(),
  agreed_method: z.enum(PAYMENT_METHODS).nullable(),
  agreed_method_display: z.string(),
  /** A day of Buenos Aires. */
  agreed_due: z.iso.date().nullable(),
  prepared_at: z.iso.datetime().nullable(),
  /** Changed or cancelled after it was prepared, and not marked as prepared since. */
  changed_after_prepared: z.boolean(),
  handed_at: z.iso.datetime().nullable(),
  handed_how: z.enum(HANDING_WAYS).nullable(),
  /** In order of entry, voided ones too. */
  payments: z.array(OrderPayment),
  /** Internal and visible ones. */
  notes_count: z.int(),
  /** Lots assigned at packing. */
  lots: z.array(OrderLot),
  /** Whether the customer has a verified e-mail. */
  can_mail: z.boolean(),
  next_action: z.enum(NEXT_ACTIONS).nullable(),
})
export type AdminOrder = z.output<typeof AdminOrder>

/** Visitors get no orders. The type is the one for admins; customers' screens use `Order`. */
const orderReply = replyByAudience<AdminOrder>({
  anonymous: Nothing,
  customer: OwnOrder,
  admin: AdminOrder,
})

/** For calls of admins only. */
export const adminOrderReply = reply(AdminOrder)

// ---- Placing ---------------------------------------------------------------------------------------------------

const TOO_MANY_LINES = `Un pedido puede tener hasta ${MAX_ORDER_LINES} productos`

/** The lines of a new order. */
export const newLines = <Line extends z.ZodType>(line: Line) =>
  z.array(line, NO_LINES).min(1, NO_LINES).max(MAX_ORDER_LINES, TOO_MANY_LINES)

const Quantity = z
  .number(notANumber(QUANTITY))
  .int(notWhole(QUANTITY))
  .min(MIN_QUANTITY, tooSmall(QUANTITY, MIN_QUANTITY))
  .max(MAX_QUANTITY, TOO_MANY_UNITS)

/** What a customer orders: a presentation and its units. */
export const OrderItem = z.object({ product_id: JsonId, blister_id: JsonId, quantity: Quantity })

/**
 * An order as a customer sends it. Price, total, e-mail and user come from the shop; anything else that is sent is
 * ignored. `delivery_type` `address` is refused while the shop's setting `address_delivery` is off.
 */
export const OrderRequest = z.object({
  recipient_name: RecipientName,
  shipping_address: orNone(line(ADDRESS_LENGTH, 'La dirección')),
  customer_phone: Phone,
  delivery_type: z.enum(['coordinate', 'address'], DELIVERY_REQUIRED),
  products: newLines(OrderItem),
})
export type OrderRequest = z.output<typeof OrderRequest>

// ---- Changing --------------------------------------------------------------------------------------------------

/** The other prices that a client may send along, refused with this sentence. */
export function refusedPrices(sentence: string) {
  const refused = z.never(sentence).optional()
  return { price: refused, discount: refused, final_price: refused }
}

/**
 * An existing line keeps its price, a new one gets today's; a `price_at_time` is ignored, so that lines can be sent back as
 * they were read. Any other price is refused.
 */
const ChangedLine = OrderItem.extend(refusedPrices('El precio de un producto del pedido no se cambia acá'))

/** Pesos, with at most two decimals. */
export const PriceOfLine = numeric(LINE_PRICE, (number) => number.superRefine(refusedBy(priceError)))

/** The version that the caller saw; STALE if the order changed since. */
export const SeenVersion = z.int().min(1).optional()

/** First, because later fields depend on the status. */
export const OrderChangeFields = z.object({
  status: z.enum(ORDER_STATUSES, STATUS_INVALID).optional(),
  is_archived: z.boolean().optional(),
  products: z.array(ChangedLine).max(MAX_ORDER_LINES, TOO_MANY_LINES).optional(),
  order_products: z.array(ChangedLine).max(MAX_ORDER_LINES, TOO_MANY_LINES).optional(),
  recipient_name: RecipientName.optional(),
  /** '' only for an order without a phone. */
  customer_phone: orEmpty(Phone).optional(),
  delivery_type: z.enum(['coordinate', 'address'], DELIVERY_REQUIRED).optional(),
  /** Only for orders delivered to an address, also when this change makes it one. */
  shipping_address: line(ADDRESS_LENGTH, 'La dirección').optional(),
  /** Pesos. Must equal the sum of the lines. */
  total: z.number().optional(),
  /** New prices of lines that the order has once it is changed, with `reason`. */
  line_prices: z
    .array(z.object({ blister_id: JsonId, price_at_time: PriceOfLine }))
    .max(MAX_ORDER_LINES, TOO_MANY_LINES)
    .optional(),
  /** Of new prices or of the cancellation; kept as an internal note. */
  reason: requiredLine(PRICE_REASON_LENGTH, VOID_REASON).optional(),
  /** Whether the customer is mailed; else the settings say. */
  notify: Flag.optional(),
  /** Completes it although units of lots on hold leave. */
  with_held: Flag.optional(),
  version: SeenVersion,
})

/**
 * A customer may cancel a pending order (`status`) or send `products`, a subset of its lines. An admin may send every
 * field, but no other lines together with `cancelled`. Rules: `orderCan` and `server/orders/rules.ts`.
 */
export const OrderChange = z.preprocess(
  withoutBadGoodsOfCancelled,
  OrderChangeFields.extend({
    ...MarksSent,
    ...refusedPrices('El precio de un pedido es la suma de sus productos: no se cambia acá'),
  }),
)
export type OrderChange = z.output<typeof OrderChange>

/** Clients send the lines along when they cancel; they are ignored. */
function withoutBadGoodsOfCancelled(sent: z.input<typeof OrderChangeFields> | null): unknown {
  if (sent?.status !== 'cancelled') return sent
  return { ...sent, products: OrderChangeFields.shape.products.safeParse(sent.products).data }
}

// ---- Endpoints -------------------------------------------------------------------------------------------------

/**
 * OUT_OF_STOCK with `lines`; WITHOUT_PRICE; LIMIT_REACHED at the settings `max_pending_orders` and `max_pending_units`. A repeated
 * Idempotency-Key gets the first answer again, or IDEMPOTENCY_MISMATCH for another body.
 */
export const placeOrder = endpoint(calls.placeOrder, {
  summary: 'Place an order; takes the stock, without payment. Honours Idempotency-Key',
  access: 'customer',
  body: OrderRequest,
  reply: orderReply,
  status: 201,
})

const pageOfOrders = {
  count: z.int().optional(),
  next: z.string().nullable().optional(),
  previous: z.string().nullable().optional(),
}
const MyOrders = z.object({ orders: z.array(OwnOrder.partial({ products: true })), ...pageOfOrders })
/** The orders of an account, for admins. */
export const OrdersOfAccount = z.object({
  orders: z.array(AdminOrder.partial({ products: true })),
  ...pageOfOrders,
})
export type OrdersOfAccount = z.output<typeof OrdersOfAccount>

/** A page with `page` or `page_size`, whose orders have only `order_products`; else an array of at most 100. */
export const listMyOrders = endpoint(calls.listMyOrders, {
  summary: 'The orders of the caller, newest first',
  access: 'customer',
  query: PageQuery,
  reply: replyByAudience<z.output<typeof MyOrders>>({
    anonymous: Nothing,
    customer: MyOrders,
    admin: MyOrders,
  }),
})

/** NOT_FOUND for another customer's order, unless the caller is an admin. */
export const getOrder = endpoint(calls.getOrder, {
  summary: 'One order: the own one, or any for admins, who get an ETag',
  access: 'customer',
  needs: 'orders_read',
  params: IdParams,
  reply: orderReply,
})

/**
 * STALE when `version` is older than the order's; CONFLICT when it is not pending any more; OUT_OF_STOCK with `lines`;
 * CONFIRM when completing it lets units of lots on hold leave without `with_held`.
 */
export const changeOrder = endpoint(calls.changeOrder, {
  summary: 'Cancel, drop lines, or (admins) set status, lines, recipient, delivery and archive',
  access: 'customer',
  needs: 'orders_write',
  params: IdParams,
  body: OrderChange,
  reply: orderReply,
})

export const patchOrder = patchOf(changeOrder, calls.patchOrder)

/** The activity log keeps a record of it. */
export const deleteOrder = endpoint(calls.deleteOrder, {
  summary: 'Remove an order; a pending one returns its stock',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})
