import type { OrderChange } from '../../../contract/orders/orders.ts'
import {
  ADDRESS_REQUIRED,
  COORDINATED_ADDRESS,
  PHONE_REQUIRED,
  WITHOUT_ADDRESS,
} from '../../../contract/orders/recipient.ts'
import type { OrderRow } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { OrderFields } from './change-queries.ts'

type RecipientFields = Omit<OrderFields, 'status' | 'total'>

/** What a change of an admin sets beside status and lines. */
export function recipientOf(order: OrderRow, change: OrderChange): RecipientFields {
  const { is_archived, recipient_name, customer_phone } = change
  if (customer_phone === '' && order.customer_phone !== '')
    throw invalid({ customer_phone: [PHONE_REQUIRED] })
  return {
    ...deliveryOf(order, change),
    ...(is_archived !== undefined && { is_archived }),
    ...(recipient_name !== undefined && { recipient_name }),
    ...(customer_phone !== undefined && { customer_phone }),
  }
}

/**
 * Admins may choose delivery to an address even if the setting `address_delivery` is off, which limits customers
 * only.
 */
function deliveryOf(order: OrderRow, { delivery_type, shipping_address }: OrderChange): RecipientFields {
  // Orders of removed accounts have an empty address and can still be changed.
  if (delivery_type === undefined && shipping_address === undefined) return {}
  const wanted = delivery_type ?? order.delivery_type
  const isNew = shipping_address !== undefined && shipping_address !== order.shipping_address
  if (wanted === 'coordinate') {
    if (isNew && shipping_address !== COORDINATED_ADDRESS && shipping_address !== '') {
      throw invalid({ shipping_address: [WITHOUT_ADDRESS] })
    }
    return wanted === order.delivery_type
      ? {}
      : { delivery_type: wanted, shipping_address: COORDINATED_ADDRESS }
  }
  const address = isNew || wanted === order.delivery_type ? (shipping_address ?? order.shipping_address) : ''
  if (address === '') throw invalid({ shipping_address: [ADDRESS_REQUIRED] })
  return { delivery_type: wanted, shipping_address: address }
}
