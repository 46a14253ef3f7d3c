import { ADMIN_TYPE_LABEL } from '../../contract/catalog/product-fields.ts'
import { productType } from '../../contract/catalog/product-types.ts'
import { MAX_ID } from '../../contract/limits.ts'
import type * as lists from '../../contract/orders/order-list.ts'
import { MAX_SHEET_ORDERS, type OrderSheet } from '../../contract/orders/order-list.ts'
import type { AdminOrder, OrderLine } from '../../contract/orders/orders.ts'
import { dayInNumbers } from '../../contract/place.ts'
import { BOM, csvDay, csvMoney, csvRows, neutral } from '../csv.ts'
import type { InputOf } from '../http/input.ts'
import { listOrdersBelow } from './queries.ts'

/** The orders of a part. */
const BATCH = 500

/** The orders of a list, their lines or their payments, in parts, the newest order first: at most `MAX_SHEET_ORDERS` orders. */
export async function* downloadOrders({
  shop: { db, now },
  query: { rows, ...query },
}: InputOf<typeof lists.downloadOrders>): AsyncGenerator<string> {
  const { headers, cellsOf } = SHEETS[rows]
  let part = `${BOM}${csvRows([headers])}`
  let below = MAX_ID
  for (let left = MAX_SHEET_ORDERS; left > 0; left -= BATCH) {
    const orders = await listOrdersBelow(db, query, { below, limit: BATCH, now: now() })
    yield part + csvRows(orders.flatMap(cellsOf))
    if (orders.length < BATCH) return
    part = ''
    below = orders.at(-1)?.id ?? 0
  }
}

export const SHEETS: Record<OrderSheet, { headers: string[]; cellsOf: (order: AdminOrder) => string[][] }> = {
  orders: sheetOf((order) => [order], {
    ...common(),
    Destinatario: ({ recipient_name }) => neutral(recipient_name),
    Teléfono: ({ customer_phone }) => neutral(customer_phone),
    Email: ({ customer_email }) => neutral(customer_email),
    Canal: ({ channel_display }) => channel_display,
    Entrega: ({ delivery_type_display }) => delivery_type_display,
    Dirección: ({ shipping_address }) => neutral(shipping_address),
    Total: ({ total }) => csvMoney(total),
    Cobrado: ({ paid_total }) => csvMoney(paid_total),
    Saldo: ({ balance }) => csvMoney(balance),
    Cobro: ({ payment_state_display }) => payment_state_display,
    Preparación: ({ delivery_state_display }) => delivery_state_display,
    Transporte: ({ carrier }) => neutral(carrier),
    Seguimiento: ({ tracking }) => neutral(tracking),
  }),
  lines: sheetOf((order) => order.order_products, {
    ...common(),
    Producto: (_, line) => neutral(line.product_name),
    Banco: (_, line) => neutral(line.product_brand ?? ''),
    Tipo: (_, line) => typeName(line),
    Semillas: (_, { blister_info: { seed_count } }) => (seed_count === 0 ? '' : String(seed_count)),
    Cantidad: (_, { quantity }) => String(quantity),
    Precio: (_, { price_at_time }) => csvMoney(price_at_time),
    Total: (_, { price_at_time, quantity }) => csvMoney(price_at_time * quantity),
  }),
  payments: sheetOf((order) => order.payments, {
    ...common(),
    'Fecha del pago': (_, { paid_on }) => dayInNumbers(paid_on),
    Clase: (_, { kind_display }) => kind_display,
    Medio: (_, { method_display }) => method_display,
    Importe: (_, { kind, amount }) => csvMoney(kind === 'refund' ? -amount : amount),
    Referencia: (_, { reference }) => neutral(reference),
    Anotó: (_, { user }) => neutral(user ?? ''),
    Anulado: (_, { voided_at }) => (voided_at === null ? '' : csvDay(voided_at)),
    Motivo: (_, { void_reason }) => neutral(void_reason),
  }),
}

function common(): Record<string, (order: AdminOrder) => string> {
  return {
    Pedido: ({ id }) => `#${id}`,
    Fecha: ({ created_at }) => csvDay(created_at),
    Estado: ({ status_display }) => status_display,
  }
}

function sheetOf<Row>(
  rowsOf: (order: AdminOrder) => Row[],
  columns: Record<string, (order: AdminOrder, row: Row) => string>,
) {
  const cells = Object.values(columns)
  return {
    headers: Object.keys(columns),
    cellsOf: (order: AdminOrder) => rowsOf(order).map((row) => cells.map((cell) => cell(order, row))),
  }
}

function typeName({ product_type }: OrderLine): string {
  const type = productType(product_type)
  return type === undefined ? product_type : ADMIN_TYPE_LABEL[type]
}
