import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply, textReply } from '../endpoint.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { DELIVERY_STATES, NEXT_ACTIONS, ORDER_CHANNELS, PAYMENT_STATES } from './order-desk.ts'
import { ORDER_STATUSES } from './order-status.ts'
import { AdminOrder } from './orders.ts'
import { PageQuery, queryFlag, queryId, queryIds, queryText } from '../text.ts'

/**
 * Unknown values are ignored. `search` matches names of recipient, customer and products, phone, e-mail and order
 * number. Dates are days of Buenos Aires, both included.
 */
export const OrderQuery = PageQuery.extend({
  status: z.enum(ORDER_STATUSES).optional().catch(undefined),
  archived: queryFlag,
  search: queryText(100),
  orderId: queryId,
  ids: queryIds(MAX_PAGE_SIZE),
  next: z.enum(NEXT_ACTIONS).optional().catch(undefined),
  payment: z.enum(PAYMENT_STATES).optional().catch(undefined),
  delivery: z.enum(DELIVERY_STATES).optional().catch(undefined),
  channel: z.enum(ORDER_CHANNELS).optional().catch(undefined),
  date_from: z.iso.date().optional().catch(undefined),
  date_to: z.iso.date().optional().catch(undefined),
})
export type OrderQuery = z.output<typeof OrderQuery>

/** Newest first. `counts` are of the three tabs; archived orders count in the cancelled tab only. */
export const listOrders = endpoint(calls.listOrders, {
  summary: 'All orders, paged, with the counts of the three tabs; carries an ETag',
  access: 'admin',
  needs: 'orders_read',
  query: OrderQuery,
  reply: reply(
    z.object({
      results: z.array(AdminOrder),
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      counts: z.object({ pending: z.int(), completed: z.int(), cancelled: z.int() }),
    }),
  ),
})

/** What a row of the sheet is: an order, one of its lines, a payment or refund. */
export const ORDER_SHEETS = ['orders', 'lines', 'payments'] as const
export type OrderSheet = (typeof ORDER_SHEETS)[number]

/** The newest of what the filters show; the rest is reached by its dates. */
export const MAX_SHEET_ORDERS = 50_000

const OrderSheetQuery = OrderQuery.extend({
  rows: z.enum(ORDER_SHEETS, 'La planilla no es válida').default('orders'),
})

/** Newest first, with the filters of the list. */
export const downloadOrders = endpoint(calls.downloadOrders, {
  summary: 'Orders, their lines or their payments as a sheet (CSV with ; and a byte order mark)',
  access: 'admin',
  needs: 'orders_read',
  query: OrderSheetQuery,
  reply: textReply('text/csv; charset=utf-8'),
})

// ---- Printing --------------------------------------------------------------------------------------------------

const MOST_PRINTED = 50

const PrintQuery = z.object({
  ids: z
    .string('Faltan los pedidos')
    .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, 'Los pedidos son números separados por comas')
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .refine((ids) => ids.length <= MOST_PRINTED, `Se imprimen hasta ${MOST_PRINTED} pedidos`),
})

/** In the order of `ids`, without deleted ones. NOT_FOUND when none is left. */
export const printOrders = endpoint(calls.printOrders, {
  summary: 'Up to 50 orders by their ids, for packing lists and delivery notes',
  access: 'admin',
  needs: 'orders_read',
  query: PrintQuery,
  reply: reply(z.object({ orders: z.array(AdminOrder) })),
})
