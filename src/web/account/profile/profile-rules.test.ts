import { describe, expect, it } from 'vitest'
import { passwordChangeError, profileError } from './profile-rules.ts'

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

describe('passwordChangeError', () => {
  const change = { old_password: 'a', new_password: 'Brote2026', confirmation: 'Brote2026' }

  it('tells the first thing that is wrong', () => {
    expect(passwordChangeError(change)).toBeUndefined()
    expect(passwordChangeError({ ...change, old_password: '' })?.field).toBe('old_password')
    expect(passwordChangeError({ ...change, new_password: 'corta1' })?.field).toBe('new_password')
    expect(passwordChangeError({ ...change, confirmation: 'Brote2027' })?.text).toBe(
      'Las contraseñas no coinciden',
    )
  })
})
