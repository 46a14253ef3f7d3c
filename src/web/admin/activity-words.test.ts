import { describe, expect, it } from 'vitest'
import { adminPaths } from '../paths.ts'
import { objectPath, readChanges } from './activity-words.ts'

const NONE = { status: undefined, fields: [], facts: [] }

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

  it('leaves out what was and is empty', () => {
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

  it('names the fields of a list of fields', () => {
    expect(readChanges({ changes: { fields: ['admin_notes', 'status'] } }).facts).toEqual([
      { name: 'Campos', value: 'Notas internas, Estado' },
    ])
  })

  it.each([{}, { old_status: 1, new_status: null }])('survives %j', (changes) => {
    expect(readChanges({ changes })).toEqual(NONE)
  })

  it('shows what it does not know as it is written', () => {
    expect(readChanges({ changes: { a_b: { c: [1, { d: null }] } } }).facts).toEqual([
      { name: 'a b', value: 'c: 1, d: —' },
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

  it('leads to the screen of what was changed, under the prefix one is under', () => {
    expect(objectPath({ ...entry, entity: 'order' }, admin)).toBe('/admin/pedidos/7')
    expect(objectPath({ ...entry, entity: 'brand' }, admin)).toBe('/admin/bancos/editar/7')
  })

  it('leads nowhere from what was removed or is not known', () => {
    expect(objectPath({ ...entry, entity: 'order', action: 'delete' }, admin)).toBeUndefined()
    expect(objectPath({ ...entry, entity: 'cosa' }, admin)).toBeUndefined()
    expect(objectPath({ ...entry, entity: 'product', entity_id: null }, admin)).toBeUndefined()
  })
})
