import { describe, expect, it } from 'vitest'
import { Banner } from '../../../contract/banners.ts'
import { AdminBrand } from '../../../contract/catalog/brands.ts'
import { BlisterInput, ProductInput } from '../../../contract/catalog/product-input.ts'
import { OrderChangeFields } from '../../../contract/orders/orders.ts'
import { Settings } from '../../../contract/settings/settings.ts'
import { ClaimChange } from '../../../contract/warranty/warranty.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { doneBy, fieldName, readChanges } from './activity-words.ts'
import { objectPath } from './activity-entry.tsx'

const NONE = { status: undefined, fields: [], facts: [] }

describe('doneBy', () => {
  it('says when a sheet did it', () => {
    expect(doneBy({ user: 'admin' })).toBe('admin')
    expect(doneBy({ user: 'admin', by_sheet: true })).toBe('hecho por la planilla de admin')
    expect(doneBy({ user: 'Sistema', by_sheet: true })).toBe('Planilla')
  })
})

describe('readChanges', () => {
  it('reads before and after of each field, in words', () => {
    const changes = {
      price: { before: 1000.5, after: 2000 },
      available: { before: true, after: false },
      description: { before: null, after: 'Nueva' },
    }
    expect(readChanges({ changes }).fields).toEqual([
      { name: 'Precio', before: '$\u00a01.000,50', after: '$\u00a02.000' },
      { name: 'Disponible', before: 'Sí', after: 'No' },
      { name: 'Descripción', before: '—', after: 'Nueva' },
    ])
  })

  it('leaves out fields that are empty before and after', () => {
    expect(readChanges({ changes: { description: { before: null, after: '' } } })).toEqual(NONE)
  })

  it('reads a change of status, and the total as a fact', () => {
    const changes = { old_status: 'pending', new_status: 'completed', changed_by: 'admin', order_total: 100 }
    expect(readChanges({ changes })).toEqual({
      status: { from: 'pending', to: 'completed' },
      fields: [],
      facts: [{ name: 'Total del pedido', value: '$\u00a0100' }],
    })
  })

  it('shows instants as the clock in Buenos Aires does', () => {
    expect(readChanges({ changes: { apply_at: '2026-11-30T12:00:00.000Z' } }).facts).toEqual([
      { name: 'Se aplica', value: '30/11/2026, 09:00' },
    ])
  })

  it('names the fields of a list of fields', () => {
    expect(readChanges({ changes: { fields: ['admin_notes', 'status'] } }).facts).toEqual([
      { name: 'Campos', value: 'Notas internas, Estado' },
    ])
  })

  it.each([{}, { old_status: 1, new_status: null }])('survives %j', (changes) => {
    expect(readChanges({ changes })).toEqual(NONE)
  })

  it('shows unknown fields as they are', () => {
    expect(readChanges({ changes: { a_b: { c: [1, { d: null }] } } }).facts).toEqual([
      { name: 'a b', value: 'c: 1, d: —' },
    ])
  })
})

/** Logged as `lines` and `total`, kept as a note, or about the call. */
const UNLOGGED = ['products', 'order_products', 'line_prices', 'reason', 'notify', 'version']

describe('fieldName', () => {
  const kept = (fields: object, ...left: string[]) => Object.keys(fields).filter((key) => !left.includes(key))
  // The fields that verbs pass to `recordActivity`.
  const recorded = {
    settings: kept(Settings.shape),
    product: kept(ProductInput.shape, 'blisters', 'brand', 'version'),
    presentation: kept(BlisterInput.shape, 'id', 'stock_loaded'),
    brand: kept(AdminBrand.shape, 'brand_id', 'brand_name', 'total_products', 'total_stock', 'version'),
    banner: kept(Banner.shape),
    order: ['lines', 'total', ...kept(OrderChangeFields.shape, ...UNLOGGED)],
    orderLine: ['product_id', 'blister_id', 'product_name', 'seed_count', 'quantity', 'price_at_time'],
    orderAsAWhole: ['order_total', 'products', 'created_at', 'customer_id'],
    claim: ['fields', 'purchase_type', 'order_id', ...kept(ClaimChange.shape, 'version')],
    user: ['first_name', 'last_name', 'instagram', 'email', 'email_verified', 'is_staff', 'is_active'],
  }

  it.each(Object.entries(recorded))('names every field of %s in Spanish', (_entity, keys) => {
    expect(keys.length).toBeGreaterThan(3)
    expect(keys.filter((key) => fieldName(key) === key.replaceAll('_', ' '))).toEqual([])
  })

  it('names the presentation', () => {
    expect(readChanges({ changes: { 'blisters.7.price': { before: 1000, after: 1500 } } }).fields).toEqual([
      { name: 'Presentación #7, precio', before: '$\u00a01.000', after: '$\u00a01.500' },
    ])
    const changes = { 'blisters.7.price': { before: 1000, after: 1500 } }
    expect(readChanges({ changes, presentations: { 7: 'X3' } }).fields[0]?.name).toBe('X3, precio')
    expect(readChanges({ changes, presentations: { 7: '' } }).fields[0]?.name).toBe('Precio')
  })

  it('shows the lines of an order by name', () => {
    const line = { product_name: 'Puna Violeta', product_type: 'fem', seed_count: 3, price_at_time: 100 }
    const lines = { before: [{ ...line, quantity: 2 }], after: [{ ...line, quantity: 1 }] }
    expect(readChanges({ changes: { lines } }).fields).toEqual([
      { name: 'Productos', before: '2 × Puna Violeta X3 SEMILLAS', after: '1 × Puna Violeta X3 SEMILLAS' },
    ])
  })
})

describe('objectPath', () => {
  const admin = adminPaths('/admin')
  const entry = {
    id: 1,
    action: 'update',
    description: '',
    user: '',
    timestamp: '',
    changes: {},
    entity_id: 7,
  } as const

  it('leads to the screen of the changed object, under the current prefix', () => {
    expect(objectPath({ ...entry, entity: 'order' }, admin)).toBe('/admin/pedidos/7')
    expect(objectPath({ ...entry, entity: 'brand' }, admin)).toBe('/admin/bancos/editar/7')
  })

  it('is undefined for removed and unknown objects', () => {
    expect(objectPath({ ...entry, entity: 'order', action: 'delete' }, admin)).toBeUndefined()
    expect(objectPath({ ...entry, entity: 'cosa' }, admin)).toBeUndefined()
    expect(objectPath({ ...entry, entity: 'product', entity_id: null }, admin)).toBeUndefined()
  })
})
