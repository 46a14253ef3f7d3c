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

  it('returns every error, so that all empty fields are marked', () => {
    expect(passwordErrors(change)).toEqual({})
    expect(passwordErrors({ old_password: '', new_password: '', confirmation: '' })).toEqual({
      old_password: 'La contraseña es requerida',
      new_password: 'La contraseña debe tener al menos 8 caracteres',
      confirmation: 'La contraseña es requerida',
    })
    const short = { ...change, new_password: 'corta1', confirmation: 'corta1' }
    expect(passwordErrors(short)).toEqual({ new_password: 'La contraseña debe tener al menos 8 caracteres' })
    expect(passwordErrors({ ...change, confirmation: 'Brote2027' })).toEqual({
      confirmation: 'Las contraseñas no coinciden',
    })
  })
})

describe('codeRequestErrors', () => {
  const typed = { password: 'a', code: '' }
  it('checks password and address', () => {
    const email = { new_email: 'Ingrese un email válido' }
    expect(codeRequestErrors({ ...typed, password: '', new_email: 'no' })).toEqual({
      password: 'La contraseña es requerida',
      ...email,
    })
    expect(codeRequestErrors({ ...typed, new_email: 'no' })).toEqual(email)
    expect(codeRequestErrors({ ...typed, new_email: 'ana@correo.example' })).toEqual({})
  })
})
