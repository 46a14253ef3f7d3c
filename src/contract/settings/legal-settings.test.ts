import { describe, expect, it } from 'vitest'
import { CUIT_INVALID, cuitError, formatCuit, sellerFacts } from './legal-settings.ts'

describe('cuitError', () => {
  it.each(['', '30-71659554-0', '20123456786', '20 12345678 6', '33-69345023-9', '27-00000000-6'])(
    'accepts %s',
    (typed) => {
      expect(cuitError(typed)).toBeUndefined()
    },
  )

  it.each(['30-71659554-8', '20123456785', '2012345678', '201234567866', 'abc', '20-1234567a-6'])(
    'refuses %s',
    (typed) => {
      expect(cuitError(typed)).toBe(CUIT_INVALID)
    },
  )
})

it('shows a number with its hyphens', () => {
  expect(formatCuit('20123456786')).toBe('20-12345678-6')
})

it('shows only what is filled', () => {
  const empty = {
    legal_name: '',
    cuit: '',
    legal_address: '',
    service_hours: '',
    rncyfs_number: '',
    ariccame_number: '',
    aaip_number: '',
  }
  expect(sellerFacts(empty)).toEqual([])
  expect(
    sellerFacts({ ...empty, legal_name: 'Delta SRL', cuit: '20123456786', rncyfs_number: '12' }),
  ).toEqual(['Delta SRL', 'CUIT 20-12345678-6', 'RNCyFS 12'])
})
