import { describe, expect, it } from 'vitest'
import { codeDigits } from '../../forms/code-field.tsx'
import { loginNameError, loginPasswordError, maskEmail, reasonToLogIn } from './login-rules.ts'
import { inClock } from '../../ui/form/use-countdown.ts'

describe('loginNameError', () => {
  it('requires four characters', () => {
    expect(loginNameError('  ')).toBe('El usuario o email es requerido')
    expect(loginNameError(' ana ')).toBe('El usuario o email debe tener al menos 4 caracteres')
    expect(loginNameError('anas')).toBeUndefined()
  })
})

describe('loginPasswordError', () => {
  it('requires six characters, spaces included', () => {
    expect(loginPasswordError('')).toBe('La contraseña es requerida')
    expect(loginPasswordError('12345')).toBe('La contraseña debe tener al menos 6 caracteres')
    expect(loginPasswordError('      ')).toBeUndefined()
  })
})

describe('maskEmail', () => {
  it('keeps the first letter and the domain', () => {
    expect(maskEmail('cliente@correo.com')).toBe('c•••@correo.com')
    expect(maskEmail('nada')).toBe('•••')
  })
})

describe('codeDigits', () => {
  it('takes the digits of a pasted code', () => {
    expect(codeDigits(' 12 34-56 7')).toBe('123456')
  })
})

describe('inClock', () => {
  it('shows minutes from 60 seconds on', () => {
    expect([inClock(9), inClock(60), inClock(125)]).toEqual(['9 s', '1:00', '2:05'])
  })
})

it.each([
  ['/panel/pedidos/8', 'Para seguir en el panel'],
  ['/admin/productos', 'Para seguir en el panel'],
  ['/panel', 'Para ver la cuenta'],
  ['/mi-cuenta?section=orders', 'Para ver la cuenta'],
  ['/producto/1', 'Para ver precios y pedir'],
  [undefined, ''],
])('the login for %s says: %s', (redirect, reason) => expect(reasonToLogIn(redirect)).toBe(reason))
