import { type RawBuilder, sql } from 'kysely'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'

/** Columns with a default in the database, which placing an order does not send. */
export const NEW_ORDER_DEFAULTS = {
  paid_total: 0,
  claim_id: null,
  agreed_method: null,
  agreed_due: null,
  prepared_at: null,
  changed_after_prepared: false,
  handed_at: null,
  handed_how: null,
  carrier: '',
  tracking: '',
  expires_at: null,
  expiry_warned_at: null,
  channel: 'web',
  created_by: null,
} satisfies Partial<OrderRow>

export type NewOrder = Omit<OrderRow, keyof typeof NEW_ORDER_DEFAULTS>

/** Inserts an order with a given id: the columns are the keys of the row. */
export function insertingOrder(order: NewOrder & Partial<OrderRow>): RawBuilder<unknown> {
  const columns = sql.raw(Object.keys(order).join(', '))
  return sql`insert into orders (${columns}) overriding system value values (${sql.join(Object.values(order))})`
}

/** Every column of a line with its type; a column missing here does not compile. */
const LINE_TYPES = {
  id: 'int',
  order_id: 'int',
  product_id: 'int',
  blister_id: 'int',
  quantity: 'int',
  price_at_time: 'bigint',
  list_price: 'bigint',
  product_name: 'text',
  product_brand: 'text',
  product_image: 'text',
  product_type: 'text',
  seed_count: 'int',
} satisfies Record<keyof OrderLineRow, 'int' | 'bigint' | 'text'>

export const LINE_COLUMNS = Object.keys(LINE_TYPES) as (keyof OrderLineRow)[] // safe: the keys of LINE_TYPES
const LINE_LIST = sql.raw(LINE_COLUMNS.join(', '))
const LINE_CASTS = LINE_COLUMNS.map((column) => ({ column, cast: sql.raw(`::${LINE_TYPES[column]}[]`) }))

/**
 * Inserts lines of a new order, with given ids. One array for each column keeps the statement the same for any number of
 * lines.
 */
export function insertingLines(lines: OrderLineRow[]): RawBuilder<unknown> {
  const lists = LINE_CASTS.map(({ column, cast }) => sql`${lines.map((line) => line[column])}${cast}`)
  return sql`insert into order_lines (${LINE_LIST}, is_reserved) overriding system value
    select ${LINE_LIST}, true from unnest(${sql.join(lists)}) as line (${LINE_LIST})`
}
