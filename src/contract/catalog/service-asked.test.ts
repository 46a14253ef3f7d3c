import { describe, expect, it } from 'vitest'
import { lotCodeIn, serviceAsked } from './service-asked.ts'

describe('what a search asks of the shop', () => {
  it.each([
    ['garantía', 'warranty'],
    ['garantia de germinacion', 'warranty'],
    ['Germinación', 'germination'],
    ['envíos al interior', 'shipping'],
    ['pago', 'shipping'],
    ['cómo compro', 'questions'],
    ['whatsapp', 'questions'],
    ['wsp', 'questions'],
    ['lotes', 'lots'],
    ['luz mala', undefined],
    ['pagoda', undefined],
  ])('%s: %s', (search, asked) => {
    expect(serviceAsked(search)).toBe(asked)
  })

  it.each([
    ['pv-25a', 'PV-25A'],
    ['lote PV-24B', 'PV-24B'],
    ['luz-mala', undefined],
    ['thc 20', undefined],
  ])('the code of a lot in %s: %s', (search, code) => {
    expect(lotCodeIn(search)).toBe(code)
  })
})
