import { describe, expect, it } from 'vitest'
import { rangeText, readUserSearch, tidySearch } from './users-address.ts'

describe('readUserSearch', () => {
  it('reads the filters of the address', () => {
    expect(readUserSearch(new URLSearchParams('username=ana&email=a@b.ar&status=inactive'))).toEqual({
      username: 'ana',
      email: 'a@b.ar',
      status: 'inactive',
    })
  })

  it('drops empty and unknown values', () => {
    expect(readUserSearch(new URLSearchParams('username=&email=%20&status=all'))).toEqual({})
  })
})

describe('tidySearch', () => {
  it('trims and drops empty values', () => {
    expect(tidySearch({ username: '  ana ', email: ' ' })).toEqual({ username: 'ana' })
  })
})

describe('rangeText', () => {
  it('has the range and the total', () => {
    expect(rangeText(1, 12, 12, 40)).toBe('1-12 de 40 usuarios')
    expect(rangeText(4, 12, 4, 40)).toBe('37-40 de 40 usuarios')
    expect(rangeText(1, 12, 1, 1)).toBe('1-1 de 1 usuario')
  })

  it('is empty for an empty list', () => {
    expect(rangeText(1, 12, 0, 0)).toBe('')
    expect(rangeText(9, 12, 0, 40)).toBe('')
  })
})
