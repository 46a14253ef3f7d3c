import { describe, expect, it } from 'vitest'
import { emailError, tidyEmail } from './email.ts'
import { Email } from './text.ts'

describe('emailError', () => {
  it('refuses invalid addresses', () => {
    expect(emailError(' ')).toBe('El email es requerido')
    for (const wrong of ['ana', 'ana@', 'ana@correo', 'a b@correo.example', 'ñandú@correo.example']) {
      expect(emailError(wrong)).toBe('Ingrese un email válido')
    }
    for (const dots of ['..a', '.a', 'a.', 'a..b', '.']) {
      expect(emailError(`${dots}@b.example`)).toBe('Ingrese un email válido')
    }
    expect(emailError(`${'a'.repeat(65)}@correo.example`)).toBe('Ingrese un email válido')
    expect(emailError(`${'a.'.repeat(32)}a@correo.example`)).toBe('Ingrese un email válido')
    for (const domain of ['-x.com', 'x-.com', 'x.-com', 'x.com-', 'x..com', 'correо.example'])
      expect([domain, emailError(`ana@${domain}`)]).toEqual([domain, 'Ingrese un email válido'])
    for (const right of [' ana@correo.example ', 'a.b.c+d@correo.example', `${'a'.repeat(64)}@b.example`]) {
      expect(emailError(right)).toBeUndefined()
    }
  })

  it.each([
    "gino.d'angelo@correo.example",
    'ana&luis@correo.example',
    'ana@ñandú.com.ar',
    'ana@xn--and-6ma2c.example',
    'ana@n\u0303andu.com.ar',
    '\u200bana@correo.example\ufeff',
    'ana@a-b.example',
  ])('accepts %j', (typed) => {
    expect(emailError(typed)).toBeUndefined()
    expect(Email.parse(typed)).toBe(tidyEmail(typed))
  })
})
