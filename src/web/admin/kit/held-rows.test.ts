import { describe, expect, it } from 'vitest'
import { mergeRows } from './use-held-list.ts'

const row = (id: number, text = '') => ({ id, text, created_at: `2026-11-${String(id).padStart(2, '0')}` })
const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('mergeRows', () => {
  it('patches rows in their places', () => {
    const { rows, fresh, gone } = mergeRows({
      shown: [row(3), row(2), row(1)],
      answer: [row(3), row(2, 'changed'), row(1)],
      page: 1,
      pageSize: 5,
    })
    expect(ids(rows)).toEqual([3, 2, 1])
    expect(rows[1]?.text).toBe('changed')
    expect([fresh.length, gone.size]).toEqual([0, 0])
  })

  it('holds new rows back, and appends older ones at the end', () => {
    const { rows, fresh } = mergeRows({
      shown: [row(5), row(3)],
      answer: [row(6), row(5), row(4), row(3), row(2)],
      page: 1,
      pageSize: 5,
    })
    expect(ids(rows)).toEqual([5, 3, 2])
    expect(ids(fresh)).toEqual([6, 4])
  })

  it('leaves a removed row in its place and marks it', () => {
    const { rows, gone } = mergeRows({ shown: [row(3), row(2)], answer: [row(2)], page: 1, pageSize: 5 })
    expect(ids(rows)).toEqual([3, 2])
    expect([...gone]).toEqual([3])
  })

  it('does not mark a row that a new one has pushed to the next page', () => {
    const { gone } = mergeRows({
      shown: [row(3), row(2)],
      answer: [row(4), row(3)],
      page: 1,
      pageSize: 2,
    })
    expect(gone.size).toBe(0)
  })

  it('does not mark a row that has moved to the previous page', () => {
    const { gone } = mergeRows({
      shown: [row(3), row(2)],
      answer: [row(2), row(1)],
      page: 2,
      pageSize: 2,
    })
    expect(gone.size).toBe(0)
  })

  it('never exceeds the page size', () => {
    const { rows } = mergeRows({
      shown: [row(5), row(4)],
      answer: [row(5), row(4), row(3)],
      page: 1,
      pageSize: 2,
    })
    expect(ids(rows)).toEqual([5, 4])
  })
})
