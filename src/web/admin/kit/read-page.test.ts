import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

describe('readPage', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=x', 1],
    ['page=99999999999', 1],
  ])('reads %j as %i', (query, page) => {
    expect(readPage(new URLSearchParams(query))).toBe(page)
  })
})
