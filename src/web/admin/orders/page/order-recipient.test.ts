import { describe, expect, it } from 'vitest'
import { chosenValues } from '../../../forms/three-way.ts'
import { type Recipient, recipientMerge } from './order-recipient.tsx'

describe('recipientMerge', () => {
  const base: Recipient = {
    recipient_name: 'Ana',
    customer_phone: '1123456789',
    delivery_type: 'address',
    shipping_address: 'Una 1',
  }
  const moved = { ...base, shipping_address: 'Otra 2' }
  const arranged: Recipient = { ...base, delivery_type: 'coordinate', shipping_address: '' }

  it('keeps my address together with its kind when they arranged the delivery', () => {
    const found = recipientMerge({ base, mine: moved, theirs: { ...arranged, recipient_name: 'Eva' } })
    expect(found.conflicts.map(({ id }) => id)).toEqual(['delivery'])
    expect(chosenValues(found, new Set())).toEqual({ ...moved, recipient_name: 'Eva' })
    expect(chosenValues(found, new Set(['delivery']))).toEqual({ ...arranged, recipient_name: 'Eva' })
    expect(found.taken).toEqual(['Recibe: Eva'])
  })

  it('asks about two addresses', () => {
    const found = recipientMerge({ base, mine: moved, theirs: { ...base, shipping_address: 'Tercera 3' } })
    expect(found.conflicts).toMatchObject([
      {
        label: 'Entrega',
        mine: expect.stringContaining('Otra 2'),
        theirs: expect.stringContaining('Tercera 3'),
      },
    ])
  })

  it('does not count an address typed before another kind was chosen', () => {
    const found = recipientMerge({
      base: arranged,
      mine: { ...arranged, shipping_address: 'Una' },
      theirs: moved,
    })
    expect(found.conflicts).toEqual([])
    expect(found.merged).toEqual(moved)
  })
})
