import { describe, expect, it } from 'vitest'
import { rangeText } from './users-page.tsx'
import { USERS } from './users-query.ts'

const read = (address: string) => USERS.address.read(new URLSearchParams(address))

describe('the address of the list of users', () => {
  it('has its filters', () => {
    expect(read('username=ana&email=a@b.ar&status=inactive&page=2')).toEqual({
      username: 'ana',
      email: 'a@b.ar',
      status: 'inactive',
      page: 2,
    })
  })

  it('falls back without empty and unknown values', () => {
    const filter = read('username=&email=%20&status=all&page=x')
    expect(filter).toEqual({ username: '', email: '', status: undefined, page: 1 })
    expect(USERS.address.write(filter).toString()).toBe('')
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
