import { describe, expect, it } from 'vitest'
import { choose, mergeFields } from './three-way.ts'

const words = { label: (field: string) => field.toUpperCase(), show: String }
const merge = (base: object, mine: object, theirs: object) =>
  mergeFields<string, number>({ base: { ...base }, mine: { ...mine }, theirs: { ...theirs } }, 0, words)

describe('mergeFields', () => {
  it('keeps what only one of both changed', () => {
    const { merged, conflicts, taken } = merge(
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 1, c: 1 },
      { a: 1, b: 3, c: 1 },
    )
    expect(merged).toEqual({ a: 2, b: 3, c: 1 })
    expect(conflicts).toEqual([])
    expect(taken).toEqual(['B: 3'])
  })

  it('asks where both changed differently, and not where they agree', () => {
    const { merged, conflicts } = merge({ a: 1, b: 1 }, { a: 2, b: 5 }, { a: 3, b: 5 })
    expect(merged).toEqual({ a: 2, b: 5 })
    expect(conflicts).toEqual([{ id: 'a', label: 'A', mine: '2', theirs: '3' }])
  })

  it('treats what is missing on one side as none', () => {
    const { merged, conflicts, taken } = merge({ gone: 2, edited: 2 }, { gone: 2, edited: 4 }, { added: 1 })
    expect(merged).toEqual({ gone: 0, edited: 4, added: 1 })
    expect(conflicts).toEqual([{ id: 'edited', label: 'EDITED', mine: '4', theirs: '0' }])
    expect(taken).toEqual(['ADDED: 1', 'GONE: 0'])
  })
})

describe('choose', () => {
  it('takes theirs where it was chosen', () => {
    expect(choose({ a: 2, b: 5 }, { a: 3 }, new Set(['a', 'b']), 0)).toEqual({ a: 3, b: 0 })
    expect(choose({ a: 2, b: 5 }, { a: 3 }, new Set(), 0)).toEqual({ a: 2, b: 5 })
  })
})
