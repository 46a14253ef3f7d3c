import { describe, expect, it } from 'vitest'
import {
  cellError,
  type GridRow,
  pastedBlock,
  rowsToSave,
  takenBack,
  withBlock,
  withText,
} from './grid-cells.ts'

const row = (id: number, price = 1_000): GridRow => ({
  id,
  title: `Puna X${id} SEMILLAS`,
  brand: null,
  values: { price, discount: 10, stock: 4 },
})

describe('what is typed in the table', () => {
  it('is kept with the loaded value, and is dropped when it equals it again', () => {
    const typed = withText({}, row(1), 'price', '1.200')
    // The list was refetched meanwhile.
    const later = withText(typed, row(1, 5_000), 'price', '1.300,50')
    expect(rowsToSave(later, [row(1, 5_000)])).toEqual([
      { blister_id: 1, price: { from: 1_000, to: 1_300.5 } },
    ])
    expect(withText(later, row(1, 5_000), 'price', '$ 1.000')).toEqual({})
  })

  it('starts from the current value after a STALE refusal', () => {
    const typed = { '1.price': { text: '1.200', seen: 1_000, isStale: true } }
    expect(rowsToSave(typed, [row(1, 5_000)])).toEqual([{ blister_id: 1, price: { from: 5_000, to: 1_200 } }])
    expect(rowsToSave(typed, [])).toEqual([{ blister_id: 1, price: { from: 1_000, to: 1_200 } }])
  })

  it('is undone with the loaded values', () => {
    const saved = [{ blister_id: 1, price: { from: 1_000.5, to: 1_200 }, stock: { from: 4, to: 0 } }]
    const back = takenBack(saved)
    expect(back).toEqual({ '1.price': { text: '1.000,50', seen: 1_200 }, '1.stock': { text: '4', seen: 0 } })
    expect(rowsToSave(back, [])).toEqual([
      { blister_id: 1, price: { from: 1_200, to: 1_000.5 }, stock: { from: 0, to: 4 } },
    ])
  })

  it('is refused unless it is a number within the limits', () => {
    expect([
      cellError('price', '18.400,50'),
      cellError('price', '$ 18.400'),
      cellError('price', '0'),
    ]).toEqual([undefined, undefined, undefined])
    expect(cellError('price', '1e5')).toBe('El precio debe ser un número')
    expect(cellError('price', ' ')).toBe('El precio es requerido')
    expect(cellError('price', '1,005')).toBe('El precio se puede leer de dos maneras: ¿1.005 o 1?')
    expect([cellError('discount', '20 %'), cellError('discount', '')]).toEqual([undefined, undefined])
    expect(cellError('discount', '120')).toContain('entre 0 y 100')
    expect(cellError('stock', '1,5')).toBe('El stock debe ser un número entero')
    expect(cellError('stock', '-1')).toBe('El stock no puede ser negativo')
    expect(cellError('stock', '1.000.001')).toBe('El stock no puede superar 1.000.000')
  })
})

describe('a block of a spreadsheet', () => {
  it('is rows between line ends and cells between tabs; a single value is no block', () => {
    expect(pastedBlock('$ 18.400\n')).toBeUndefined()
    expect(pastedBlock('$ 18.400\t20 %\r\n\u00a019.000\t\r\n')).toEqual([
      ['$ 18.400', '20 %'],
      ['19.000', ''],
    ])
  })

  it('fills the cells to the right and down, and says how many rows were too many', () => {
    const rows = [row(1), row(2), row(3)]
    const block = [
      ['20 %', '7', 'de más'],
      ['', '8'],
      ['30', '9'],
    ]
    const pasted = withBlock({}, { rows, block, from: { row: 1, cell: 'discount' } })
    expect([pasted.cells, pasted.cut]).toEqual([3, 1])
    expect(rowsToSave(pasted.typed, rows)).toEqual([
      { blister_id: 2, discount: { from: 10, to: 20 }, stock: { from: 4, to: 7 } },
      { blister_id: 3, stock: { from: 4, to: 8 } },
    ])
  })
})
