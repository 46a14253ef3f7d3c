import { describe, expect, it } from 'vitest'
import { EMPTY_USER, newUserBody, newUserErrors, usernameWarning } from './user-create-dialog.tsx'

const right = {
  ...EMPTY_USER,
  first_name: 'Ana',
  last_name: 'Suárez',
  username: 'ana_suarez',
  email: 'ana@correo.example',
  password: 'Brote2026',
  password2: 'Brote2026',
}

describe('newUserErrors', () => {
  it('has no errors for a complete account', () => {
    expect(newUserErrors(right)).toEqual({})
  })

  it('names every missing field', () => {
    expect(newUserErrors(EMPTY_USER)).toEqual({
      first_name: 'El nombre es requerido',
      last_name: 'El apellido es requerido',
      username: 'El usuario es requerido',
      email: 'El email es requerido',
      password: 'La contraseña es requerida',
    })
  })

  it.each([
    [{ username: 'ab' }, 'username', 'El usuario debe tener al menos 3 caracteres'],
    [{ username: 'ana-s' }, 'username', 'El usuario solo puede tener letras, números y guiones bajos'],
    [{ email: 'ana@correo' }, 'email', 'Ingrese un email válido'],
    [{ password: 'corta1' }, 'password', 'La contraseña debe tener al menos 8 caracteres'],
    [{ password: 'sololetras' }, 'password', 'La contraseña debe tener letras y números'],
    [{ password2: 'Brote2027' }, 'password2', 'Las contraseñas no coinciden'],
  ] as const)('refuses %j', (part, field, text) => {
    expect(newUserErrors({ ...right, ...part })[field]).toBe(text)
  })
})

describe('usernameWarning', () => {
  it('warns of a name that cannot be typed at the login', () => {
    expect(usernameWarning('ana')).toMatch(/email/)
    expect(usernameWarning('anas')).toBeUndefined()
    expect(usernameWarning('an')).toBeUndefined()
  })
})

describe('newUserBody', () => {
  it('trims, converts the e-mail to lower case, and leaves out an empty instagram', () => {
    expect(newUserBody({ ...right, email: ' Ana@Correo.example ', instagram: ' ' })).toMatchObject({
      email: 'ana@correo.example',
      instagram: null,
    })
  })

  it('leaves the password as typed', () => {
    expect(newUserBody({ ...right, password: ' Brote2026 ' }).password).toBe(' Brote2026 ')
  })
})
