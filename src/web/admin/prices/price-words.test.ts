import { describe, expect, it } from 'vitest'
import { applyText } from './price-words.ts'

describe('applyText', () => {
  it.each([
    ['Subir 2 precios', [100, 110], [200, 201]],
    ['Bajar 1 precio', [100, 90]],
    ['Cambiar 2 precios', [100, 110], [200, 190]],
  ] as const)('%s', (text, ...rows) => {
    expect(applyText(rows.map(([old, now]) => ({ old, new: now })))).toBe(text)
  })
})
