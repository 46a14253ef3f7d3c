import { toPesos } from '../../contract/money.ts'
import { ORDER_STATUS_LABEL } from '../../contract/order-status.ts'
import type { Order, OrderLine } from '../../contract/orders.ts'
import type { OrderLineRow, OrderRow } from '../db/tables.ts'

/** An order with who placed it; the name parts are null once the account is gone. */
export interface OrderWithCustomer extends OrderRow {
  username: string | null
  first_name: string | null
  last_name: string | null
}

const DELIVERY_LABEL: Record<OrderRow['delivery_type'], string> = {
  coordinate: 'Acordar entrega',
  address: 'Envío a domicilio',
}

/** Rows as the contract's `Order`: money in pesos, times as text, the lines under both of their names. */
export function orderView(order: OrderWithCustomer, lines: OrderLineRow[]): Order {
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
  }
}

function customerView(order: OrderWithCustomer): Order['customer'] {
  if (order.user_id === null || order.username === null) return null
  return {
    id: order.user_id,
    username: order.username,
    first_name: order.first_name ?? '',
    last_name: order.last_name ?? '',
  }
}

function lineView(line: OrderLineRow): OrderLine {
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
