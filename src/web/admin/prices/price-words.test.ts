import { describe, expect, it } from 'vitest'
import { againstText, applyText, filterText } from './price-words.ts'

describe('applyText', () => {
  it.each([
    {
      text: 'Subir 2 precios',
      rows: [
        { old: 100, new: 110 },
        { old: 200, new: 201 },
      ],
    },
    { text: 'Bajar 1 precio', rows: [{ old: 100, new: 90 }] },
    {
      text: 'Cambiar 2 precios',
      rows: [
        { old: 100, new: 110 },
        { old: 200, new: 190 },
      ],
    },
  ])('$text', ({ text, rows }) => {
    expect(applyText(rows)).toBe(text)
  })
})

describe('filterText', () => {
  const brands = [{ id: 7, name: 'Puna' }]
  it.each([
    [null, undefined],
    [{ against: false }, 'Todas las presentaciones'],
    [
      { types: ['auto' as const], brands: [7, 8], available: false, national: true, ids: [1, 2] },
      'Automáticas · Puna, Marca #8 · nacionales · no disponibles · 2 productos elegidos',
    ],
  ])('%j: %s', (filter, text) => expect(filterText(filter, brands)).toBe(text))
})

describe('againstText', () => {
  const row = { final_old: 900, final_new: 1000 } as Parameters<typeof againstText>[0]
  it('says where the price goes, or that it stays', () => {
    expect(againstText(row, false)).toBe('Sube de $\u00a0900 a $\u00a01.000')
    expect(againstText(row, true)).toBe('Subiría de $\u00a0900 a $\u00a01.000: queda igual')
  })
})
