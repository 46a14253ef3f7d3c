import { describe, expect, it } from 'vitest'
import { duplicateAccount, refuseRemoval } from './rules.ts'

describe('refuseRemoval', () => {
  it('lets an admin remove others', () => {
    expect(refuseRemoval(1, 2, [1, 2])).toBeUndefined()
    expect(refuseRemoval(1, 7, [1])).toBeUndefined()
  })
  it('never lets an admin remove their own account', () => {
    expect(refuseRemoval(1, 1, [1, 2])?.message).toBe('No puedes modificar tu propia cuenta')
  })
  it('refuses a caller who is no longer an active admin', () => {
    expect(refuseRemoval(1, 2, [2])?.code).toBe('FORBIDDEN')
  })
})

describe('duplicateAccount', () => {
  it('names each field that is taken', () => {
    const refusal = duplicateAccount({ username: true, email: true })
    expect(Object.keys(refusal.facts.errors ?? {})).toEqual(['username', 'email'])
    expect(duplicateAccount({ username: false, email: true }).message).toBe(
      'Ya existe una cuenta con ese email',
    )
  })
})
