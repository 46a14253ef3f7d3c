import { describe, expect, it } from 'vitest'
import { applyText } from './price-words.ts'

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
