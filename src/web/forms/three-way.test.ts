import { describe, expect, it } from 'vitest'
import { chosenValues, mergeFields, mergeList } from './three-way.ts'

type Values = Record<string, number>
const merge = (base: Values, mine: Values, theirs: Values) =>
  mergeFields({ base, mine, theirs }, { label: (field) => field.toUpperCase(), show: String, none: 0 })

describe('mergeFields', () => {
  it('keeps changes made on one side only', () => {
    const { merged, conflicts, taken } = merge(
      { a: 1, b: 1, c: 1 },
      { a: 2, b: 1, c: 1 },
      { a: 1, b: 3, c: 1 },
    )
    expect(merged).toEqual({ a: 2, b: 3, c: 1 })
    expect(conflicts).toEqual([])
    expect(taken).toEqual(['B: 3'])
  })

  it('reports conflicts, but not equal changes', () => {
    const { merged, conflicts } = merge({ a: 1, b: 1 }, { a: 2, b: 5 }, { a: 3, b: 5 })
    expect(merged).toEqual({ a: 2, b: 5 })
    expect(conflicts).toMatchObject([{ id: 'a', label: 'A', mine: '2', theirs: '3' }])
  })

  it('treats a missing field as `none`', () => {
    const { merged, conflicts, taken } = merge({ gone: 2, edited: 2 }, { gone: 2, edited: 4 }, { added: 1 })
    expect(merged).toEqual({ gone: 0, edited: 4, added: 1 })
    expect(conflicts).toMatchObject([{ id: 'edited', label: 'EDITED', mine: '4', theirs: '0' }])
    expect(taken).toEqual(['ADDED: 1', 'GONE: 0'])
  })

  it('compares by key, and takes unlisted fields from the other side', () => {
    const texts = (amount: string, rows: string) => ({ amount, rows })
    const { merged, conflicts, taken } = mergeFields(
      { base: texts('1000', 'a'), mine: texts('1.000', 'b'), theirs: texts('2.000', 'c') },
      {
        fields: ['amount'],
        label: (field) => field,
        show: (value) => value,
        keyOf: (value) => value.replace('.', ''),
      },
    )
    expect(merged).toEqual(texts('2.000', 'c'))
    expect([conflicts, taken]).toEqual([[], ['amount: 2.000']])
  })
})

interface Row {
  key: string
  count: number
}

describe('mergeList', () => {
  const row = (key: string, count: number): Row => ({ key, count })
  const lists = (base: Row[], mine: Row[], theirs: Row[]) =>
    mergeList(
      { base, mine, theirs },
      {
        keyOf: ({ key }) => key,
        isChanged: (one, was) => one.count !== was.count,
        label: ({ key }) => key.toUpperCase(),
        show: ({ count }) => String(count),
        told: ({ key }, what) => `${key} ${what}`,
        renew: ({ key, count }) => row(`${key}2`, count),
        mergeRow: (sides) =>
          mergeFields<Row>(sides, { fields: ['count'], label: () => 'Count', show: String }),
      },
    )

  it('keeps rows added on either side, and drops rows removed on one side and unchanged on the other', () => {
    const base = [row('a', 1), row('b', 1), row('c', 1)]
    const { merged, conflicts, taken } = lists(
      base,
      [...base.slice(1), row('m', 1)],
      [row('t', 1), ...base.slice(0, 2)],
    )
    expect(merged).toEqual([row('t', 1), row('b', 1), row('m', 1)])
    expect([conflicts, taken]).toEqual([[], ['t added', 'c removed']])
  })

  it('reports a row removed on one side and changed on the other', () => {
    const mine = lists([row('a', 1)], [row('a', 2)], [])
    expect(mine.merged).toEqual([row('a2', 2)])
    expect(mine.conflicts).toMatchObject([{ label: 'A2', mine: 'conservar (2)', theirs: 'eliminada' }])
    expect(chosenValues(mine, new Set(mine.conflicts.map(({ id }) => id)))).toEqual([])
    const theirs = lists([row('a', 1)], [], [row('a', 2)])
    expect(theirs.merged).toEqual([])
    expect(chosenValues(theirs, new Set(theirs.conflicts.map(({ id }) => id)))).toEqual([row('a', 2)])
  })

  it('reports conflicts by row', () => {
    const both = (count: number) => [row('a', count), row('b', count)]
    const found = lists(both(1), both(2), both(3))
    expect(found.merged).toEqual(both(2))
    const [first] = found.conflicts
    expect(chosenValues(found, new Set([first?.id ?? '']))).toEqual([row('a', 3), row('b', 2)])
  })
})

describe('chosenValues', () => {
  const found = merge({ a: 1, b: 1, c: 1 }, { a: 2, b: 2, c: 2 }, { a: 3 })

  it('takes theirs where chosen', () => {
    expect(chosenValues(found, new Set(['a', 'b']))).toEqual({ a: 3, b: 0, c: 2 })
    expect(chosenValues(found, new Set())).toEqual({ a: 2, b: 2, c: 2 })
  })
})
