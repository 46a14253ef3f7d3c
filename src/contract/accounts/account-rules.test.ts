import { describe, expect, it } from 'vitest'
import { profileErrors, usernameError } from './account-rules.ts'

describe('profileErrors', () => {
  it('checks each name that was sent', () => {
    expect(profileErrors({ first_name: ' ', last_name: 'X' })).toEqual({
      first_name: 'El nombre es requerido',
      last_name: 'El apellido debe tener al menos 2 caracteres',
    })
    expect(profileErrors({ first_name: 'Jo', last_name: undefined })).toEqual({})
  })
})

describe('usernameError', () => {
  it('requires three letters, digits or underscores', () => {
    expect(usernameError(' ')).toBe('El usuario es requerido')
    expect(usernameError('an')).toBe('El usuario debe tener al menos 3 caracteres')
    expect(usernameError('ana maría')).toBe('El usuario solo puede tener letras, números y guiones bajos')
    expect(usernameError(' ana_1 ')).toBeUndefined()
  })
})
