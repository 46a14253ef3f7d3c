import { describe, expect, it } from 'vitest'
import { foundBy } from './found-by.ts'

const hidden = { 'el email': 'joao@correo.example', 'el teléfono': '3515554444' }

describe('foundBy', () => {
  it.each([
    ['JOÃO@', 'Coincide el email: joao@correo.example'],
    ['pérez joao', 'Coincide el email: joao@correo.example'],
    ['+54 9 351 555-4444', 'Coincide el teléfono: 3515554444'],
    ['5554444', 'Coincide el teléfono: 3515554444'],
    ['perez', undefined],
    ['#12', undefined],
    ['44', undefined],
    ['otra', undefined],
    ['', undefined],
  ])('says for %j: %j', (search, why) => {
    expect(foundBy(search, '#12 Pérez, Ana · Puna Violeta', hidden)).toBe(why)
  })
})
