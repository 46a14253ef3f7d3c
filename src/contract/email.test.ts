import { describe, expect, it } from 'vitest'
import { emailError } from './email.ts'

describe('emailError', () => {
  it('refuses what is not an address', () => {
    expect(emailError(' ')).toBe('El email es requerido')
    for (const wrong of ['ana', 'ana@', 'ana@correo', 'a b@correo.example', 'ñandú@correo.example']) {
      expect(emailError(wrong)).toBe('Ingrese un email válido')
    }
    expect(emailError(`${'a'.repeat(65)}@correo.example`)).toBe('Ingrese un email válido')
    expect(emailError(' ana@correo.example ')).toBeUndefined()
  })
})
