import { describe, expect, it } from 'vitest'
import { paginationPages } from './pagination-pages.ts'

describe('paginationPages', () => {
  it('shows all pages up to seven', () => {
    expect(paginationPages(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(paginationPages(1, 1)).toEqual([1])
    expect(paginationPages(1, 0)).toEqual([])
  })

  it('shows first, last and the neighbours of the current page from eight pages on', () => {
    expect(paginationPages(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9])
  })

  it('has one gap at either end', () => {
    expect(paginationPages(1, 8)).toEqual([1, 2, 'gap', 8])
    expect(paginationPages(8, 8)).toEqual([1, 'gap', 7, 8])
  })

  it('has no gap between consecutive pages', () => {
    expect(paginationPages(3, 8)).toEqual([1, 2, 3, 4, 'gap', 8])
  })

  it('shows no page beyond the last', () => {
    expect(paginationPages(12, 8)).toEqual([1, 'gap', 8])
  })
})
