import { describe, expect, it } from 'vitest'
import { meantSearch } from './page-address.ts'

const idsOf = (address: string) => new URLSearchParams(address).get('ids')
const ids = (count: number) => Array.from({ length: count }, (_, n) => 100_000_000 + n)

describe('meantSearch', () => {
  it('keeps the known parameters, in one order, each cut', () => {
    expect(meantSearch('?page=2&utm_source=x&search=luz')).toBe('?search=luz&page=2')
    expect(meantSearch(`?search=${'a'.repeat(500)}`)).toBe(`?search=${'a'.repeat(400)}`)
    expect(meantSearch('?utm_source=x&search=')).toBe('')
  })

  it('keeps a shared list of 100 ids whole, and of a longer one the first 100, none of them cut', () => {
    const list = ids(100).join(',')
    expect(idsOf(meantSearch(`?ids=${list}`))).toBe(list)
    expect(idsOf(meantSearch(`?ids=${ids(150).join(',')}`))).toBe(list)
  })

  it('leaves out what is no id, and repeats', () => {
    expect(idsOf(meantSearch('?ids=7, 3,luna,7,0'))).toBe('7,3')
    expect(meantSearch('?ids=luna')).toBe('')
  })
})
