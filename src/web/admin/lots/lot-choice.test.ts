import { describe, expect, it } from 'vitest'
import type { LotLine } from '../../../contract/orders/order-lots.ts'
import { choiceOf, lotErrors } from './lot-choice.tsx'

const chosen = { blister_id: 7, lot_id: 1, code: 'S-1', quantity: 2, is_on_hold: false }
const LINE: LotLine = {
  blister_id: 7,
  product_name: 'Patagonia',
  product_type: 'fem',
  seed_count: 3,
  quantity: 3,
  chosen: [chosen],
  suggested: [{ ...chosen, lot_id: 2, code: 'S-2', quantity: 1 }],
  lots: [
    { lot_id: 1, code: 'S-1', expires_on: null, is_offered: true, left: 1 },
    { lot_id: 2, code: 'S-2', expires_on: null, is_offered: true, left: 1 },
  ],
}
const typed = (text: string) => ({ 'lots.7.1': text })

describe('the lots of an order', () => {
  it('are those assigned and suggested, unless others are typed', () => {
    const suggested = { blister_id: 7, lot_id: 2, quantity: 1 }
    expect(choiceOf([LINE], {})).toEqual([{ blister_id: 7, lot_id: 1, quantity: 2 }, suggested])
    expect(choiceOf([LINE], typed(''))).toEqual([suggested])
  })

  it.each([
    ['', undefined],
    ['3', undefined],
    ['4', 'Del lote S-1 quedan 3'],
    ['tres', 'La cantidad debe ser un número entero'],
    ['1,5', 'La cantidad debe ser un número entero'],
    ['-1', 'La cantidad debe ser al menos 1'],
  ])('typed as %j: %s', (text, error) => {
    expect(lotErrors([LINE], typed(text))['lots.7.1']).toBe(error)
  })
})
