import { z } from 'zod'
import { endpoint, Nothing, reply } from './endpoint.ts'
import {
  ADDRESS_LENGTH,
  MAX_ORDER_LINES,
  MAX_PRICE_PESOS,
  MAX_QUANTITY,
  MIN_QUANTITY,
  NAME_LENGTH,
} from './limits.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { phoneDigits } from './phone.ts'
import { phoneError, recipientNameError } from './recipient.ts'
import { IdParams, JsonId, line, PageQuery, queryFlag, queryText } from './text.ts'

// ---- Answers ---------------------------------------------------------------------------------------------------

/** A line keeps what was sold as it was: price in pesos, name, brand, picture and seed count of that moment. */
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

export const Order = z.object({
  id: z.int(),
  status: z.enum(ORDER_STATUSES),
  status_display: z.string(),
  is_archived: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Pesos. */
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
  /** The same lines under the name that the warranty form reads. */
  products: z.array(OrderLine),
  version: z.int(),
})
export type Order = z.output<typeof Order>

// ---- Placing ---------------------------------------------------------------------------------------------------

const Quantity = z
  .number('La cantidad debe ser un número')
  .int('La cantidad debe ser un número entero')
  .min(MIN_QUANTITY, 'La cantidad debe ser al menos 1')
  .max(MAX_QUANTITY, 'La cantidad no puede superar 99')

export const OrderItem = z.object({ product_id: JsonId, blister_id: JsonId, quantity: Quantity })

const RecipientName = line(NAME_LENGTH, 'El nombre').superRefine((name, context) => {
  const error = recipientNameError(name)
  if (error) context.addIssue({ code: 'custom', message: error })
})

const Phone = z
  .string('El teléfono es requerido')
  .max(40, 'Ingresa un teléfono válido')
  .superRefine((phone, context) => {
    const error = phoneError(phone)
    if (error) context.addIssue({ code: 'custom', message: error })
  })
  .transform(phoneDigits)

/**
 * What a customer may say about an order. Price, total, e-mail and user come from the shop, whatever else is sent.
 * `delivery_type` `address` is refused while the shop's setting does not allow it.
 */
export const OrderRequest = z.object({
  recipient_name: RecipientName,
  shipping_address: z
    .union([z.null().transform(() => ''), line(ADDRESS_LENGTH, 'La dirección')])
    .optional()
    .default(''),
  customer_phone: Phone,
  delivery_type: z.enum(['coordinate', 'address'], 'Selecciona un método de entrega'),
  products: z
    .array(OrderItem, 'El pedido no tiene productos')
    .min(1, 'El pedido no tiene productos')
    .max(MAX_ORDER_LINES, 'Un pedido puede tener hasta 50 productos'),
})
export type OrderRequest = z.output<typeof OrderRequest>

// ---- Changing --------------------------------------------------------------------------------------------------

const ChangedLine = z.object({
  product_id: JsonId,
  blister_id: JsonId,
  quantity: Quantity,
  /** Pesos. Without it an existing line keeps its price and a new one takes today's. */
  price_at_time: z.number().min(0).max(MAX_PRICE_PESOS).optional(),
})

const Change = z.object({
  status: z.enum(ORDER_STATUSES, 'El estado no es válido').optional(),
  is_archived: z.boolean().optional(),
  products: z.array(OrderItem).max(MAX_ORDER_LINES, 'Un pedido puede tener hasta 50 productos').optional(),
  order_products: z
    .array(ChangedLine)
    .max(MAX_ORDER_LINES, 'Un pedido puede tener hasta 50 productos')
    .optional(),
  recipient_name: RecipientName.optional(),
  customer_phone: Phone.optional(),
  shipping_address: line(ADDRESS_LENGTH, 'La dirección').optional(),
  version: z.int().min(1).optional(),
})

/**
 * A customer may send `{status: 'cancelled'}` or `{products}` that is a subset of the lines, while the order is
 * pending. An admin may send the rest too.
 */
export const OrderChange = z.preprocess(withoutGoodsOfCancelled, Change)
export type OrderChange = z.output<typeof OrderChange>

/** A client that cancels sends the goods as well, in whatever state it has them: they say nothing. */
function withoutGoodsOfCancelled(sent: z.input<typeof Change> | null): unknown {
  return sent?.status === 'cancelled' ? { ...sent, products: undefined } : sent
}

// ---- Endpoints -------------------------------------------------------------------------------------------------

export const placeOrder = endpoint('POST', '/orders/', {
  summary: 'Place an order; stock is taken at once, nothing is paid. Honours Idempotency-Key',
  access: 'customer',
  body: OrderRequest,
  reply: reply(Order),
  status: 201,
})

export const listMyOrders = endpoint('GET', '/orders/my-orders/', {
  summary: 'The orders of the caller, newest first',
  access: 'customer',
  reply: reply(z.object({ orders: z.array(Order) })),
})

export const OrderQuery = PageQuery.extend({
  status: z.enum(ORDER_STATUSES).optional().catch(undefined),
  archived: queryFlag,
  search: queryText(100),
  orderId: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
})
export type OrderQuery = z.output<typeof OrderQuery>

export const getOrder = endpoint('GET', '/orders/:id/', {
  summary: 'One order: the own one, or any for admins',
  access: 'customer',
  params: IdParams,
  reply: reply(Order),
})

export const changeOrder = endpoint('PUT', '/orders/:id/', {
  summary: 'Cancel, drop lines, or (admins) set status, lines, recipient and archive',
  access: 'customer',
  params: IdParams,
  body: OrderChange,
  reply: reply(Order),
})

export const patchOrder = endpoint('PATCH', '/orders/:id/', {
  summary: 'The same as PUT',
  access: 'customer',
  params: IdParams,
  body: OrderChange,
  reply: reply(Order),
})

export const deleteOrder = endpoint('DELETE', '/orders/:id/', {
  summary: 'Remove an order; a pending one gives its stock back',
  access: 'admin',
  params: IdParams,
  reply: reply(Nothing),
  status: 204,
})

export const listOrders = endpoint('GET', '/orders/', {
  summary: 'All orders, paged, with the counts of the three tabs; carries an ETag',
  access: 'admin',
  query: OrderQuery,
  reply: reply(
    z.object({
      results: z.array(Order),
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      counts: z.object({ pending: z.int(), completed: z.int(), cancelled: z.int() }),
    }),
  ),
})
