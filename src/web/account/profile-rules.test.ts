import { describe, expect, it } from 'vitest'
import { profileError } from './profile-rules.ts'

describe('profileError', () => {
  it('tells the first thing that is wrong', () => {
    expect(profileError({ first_name: ' ', last_name: '' })?.text).toBe('El nombre es requerido')
    expect(profileError({ first_name: 'A', last_name: '' })?.text).toBe(
      'El nombre debe tener al menos 2 caracteres',
    )
    expect(profileError({ first_name: 'Ana', last_name: '' })?.text).toBe('El apellido es requerido')
    expect(profileError({ first_name: 'Ana', last_name: 'S' })?.text).toBe(
      'El apellido debe tener al menos 2 caracteres',
    )
    expect(profileError({ first_name: 'Ana', last_name: 'Suárez' })).toBeUndefined()
  })
})
