import { describe, expect, it } from 'vitest'
import type { Audience, Endpoint } from '../../contract/endpoint.ts'
import * as contract from '../../contract/orders/orders.ts'
import { jsonSchemaOf } from '../http/serialize.ts'

/** The keys of a customer's own order. Adding one here shows it to customers. */
const OWN = [
  'balance',
  'carrier',
  'claim_id',
  'created_at',
  'customer',
  'customer_email',
  'customer_id',
  'customer_phone',
  'delivery_state',
  'delivery_state_display',
  'delivery_type',
  'delivery_type_display',
  'expires_at',
  'from_lots',
  'id',
  'is_archived',
  'order_products',
  'paid_total',
  'payment_state',
  'payment_state_display',
  'products',
  'recipient_name',
  'shipping_address',
  'status',
  'status_display',
  'total',
  'tracking',
  'tracking_url',
  'updated_at',
  'version',
  'visible_notes',
]

const endpoints = Object.values(contract).filter(
  (one) => 'kind' in one && one.kind === 'endpoint',
) as Endpoint[] // safe: all that have this kind

/** The parts of a JSON schema that are read here. */
interface Shape {
  properties: Record<string, { items?: Shape }>
}

const keysFor = (endpoint: Endpoint, audience: Audience) => {
  const { properties } = jsonSchemaOf(endpoint.reply.schemas[audience]) as unknown as Shape // safe: replies are objects
  return Object.keys((properties.orders?.items ?? { properties }).properties).toSorted()
}

describe('fields of an order by audience', () => {
  it.each(endpoints.filter(({ access }) => access === 'customer'))(
    '$method $path: the same keys for every customer, none for visitors',
    (endpoint) => {
      expect(keysFor(endpoint, 'customer')).toEqual(OWN)
      expect(keysFor(endpoint, 'anonymous')).toEqual([])
    },
  )
})
