import { describe, expect, it } from 'vitest'
import type { Claim } from '../../../contract/warranty/warranty.ts'
import type { ClaimStatus } from '../../../contract/warranty/warranty-status.ts'
import { claimStatusLabel } from '../../shop/claim-status-badge.tsx'
import { claimMatches, orderNumberOf, photosOf } from './claim-words.ts'

const claim = {
  id: 340,
  name: 'Ana Suárez',
  email: 'ana@surbrote.example',
  order_number: '12',
  order_id: null,
  product_name: 'Puna Violeta',
  photo1: '',
  photo2: '/media/warranty/a/1600.webp',
  photo3: '',
} as Claim

describe('claimMatches', () => {
  it('searches name, e-mail, order number and product', () => {
    expect(
      ['suárez', 'Suarez', 'ANA@', '12', ' violeta ', 'example 12'].every((words) =>
        claimMatches(claim, words),
      ),
    ).toBe(true)
    expect(claimMatches(claim, 'arrope')).toBe(false)
  })

  it('matches the whole number of the claim, with and without #', () => {
    expect(['340', '#340', ' #340 '].every((words) => claimMatches(claim, words))).toBe(true)
    expect(['34', '#34', '#'].some((words) => claimMatches(claim, words))).toBe(false)
  })
})

describe('orderNumberOf', () => {
  it('reads a typed number, and ignores other text', () => {
    expect(orderNumberOf(claim)).toBe(12)
    expect(orderNumberOf({ ...claim, order_number: '# 40' })).toBe(40)
    expect(orderNumberOf({ ...claim, order_number: 'no recuerdo' })).toBeUndefined()
    expect(orderNumberOf({ ...claim, order_id: 7 })).toBe(7)
  })
})

describe('photosOf', () => {
  it('names the slot of a photo', () => {
    expect(photosOf(claim)).toEqual([{ label: 'Proceso', src: '/media/warranty/a/1600.webp' }])
  })
})

describe('claimStatusLabel', () => {
  it('handles a state of a later version', () => {
    expect(claimStatusLabel('lost' as ClaimStatus)).toBe('Desconocido')
  })
})
