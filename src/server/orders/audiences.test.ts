import { describe, expect, it } from 'vitest'
import type { Audience, Endpoint } from '../../contract/endpoint.ts'
import * as contract from '../../contract/orders.ts'
import { jsonSchemaOf } from '../http/serialize.ts'

/** What a customer sees of an own order. A key that is added here is for customers' eyes. */
const OWN = [
  'created_at',
  'customer',
  'customer_email',
  'customer_id',
  'customer_phone',
  'delivery_type',
  'delivery_type_display',
  'id',
  'is_archived',
  'order_products',
  'products',
  'recipient_name',
  'shipping_address',
  'status',
  'status_display',
  'total',
  'updated_at',
  'version',
]

const endpoints = Object.values(contract).filter(
  (one) => 'kind' in one && one.kind === 'endpoint',
) as Endpoint[] // safe: all that have this kind

const keysFor = (endpoint: Endpoint, audience: Audience) => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of a JSON schema
  const { properties = {} } = jsonSchemaOf(endpoint.reply.schemas[audience]) as any
  const listed = properties.orders?.items ?? properties.results?.items
  return Object.keys(listed?.properties ?? properties).toSorted()
}

describe('who is answered what of an order', () => {
  it.each(endpoints.filter(({ access }) => access === 'customer').map((one) => [one.method, one.path, one]))(
    '%s %s: the same keys for every customer, none for visitors',
    (_method, _path, endpoint) => {
      expect(keysFor(endpoint as Endpoint, 'customer')).toEqual(OWN)
      expect(keysFor(endpoint as Endpoint, 'anonymous')).toEqual([])
    },
  )
})
