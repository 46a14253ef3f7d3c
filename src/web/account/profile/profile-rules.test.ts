import { describe, expect, it } from 'vitest'
import { codeRequestErrors, nameErrors, passwordErrors } from './profile-rules.ts'

describe('nameErrors', () => {
  it('returns only the first error', () => {
    expect(nameErrors({ first_name: ' ', last_name: '' })).toEqual({ first_name: 'El nombre es requerido' })
    expect(nameErrors({ first_name: 'A', last_name: '' })).toEqual({
      first_name: 'El nombre debe tener al menos 2 caracteres',
    })
    expect(nameErrors({ first_name: 'Ana', last_name: '' })).toEqual({
      last_name: 'El apellido es requerido',
    })
    expect(nameErrors({ first_name: 'Ana', last_name: 'S' })).toEqual({
      last_name: 'El apellido debe tener al menos 2 caracteres',
    })
    expect(nameErrors({ first_name: 'Ana', last_name: 'Suárez' })).toEqual({})
  })
})

describe('passwordErrors', () => {
  const change = { old_password: 'a', new_password: 'Brote2026', confirmation: 'Brote2026' }

  it('returns only the first error', () => {
    expect(passwordErrors(change)).toEqual({})
    expect(Object.keys(passwordErrors({ ...change, old_password: '', new_password: '' }))).toEqual([
      'old_password',
    ])
    expect(Object.keys(passwordErrors({ ...change, new_password: 'corta1' }))).toEqual(['new_password'])
    expect(passwordErrors({ ...change, confirmation: 'Brote2027' })).toEqual({
      confirmation: 'Las contraseñas no coinciden',
    })
  })
})

describe('codeRequestErrors', () => {
  const typed = { password: 'a', code: '' }
  it('checks the password before the address', () => {
    expect(Object.keys(codeRequestErrors({ ...typed, password: '', new_email: 'no' }))).toEqual(['password'])
    expect(Object.keys(codeRequestErrors({ ...typed, new_email: 'no' }))).toEqual(['new_email'])
    expect(codeRequestErrors({ ...typed, new_email: 'ana@correo.example' })).toEqual({})
  })
})
