import { describe, expect, it } from 'vitest'
import { asksAgain } from './asks-again.ts'

const admin = { userId: 1, username: 'admin', isAdmin: true }
const missing = { '0-0': { status: 404, statusText: '', internal: false, data: 'Producto no encontrado' } }

describe('asksAgain', () => {
  it('is for admins who were drawn a missing product', () => {
    expect(asksAgain(missing, '/producto/7', admin)).toBe(true)
  })

  it('is for nobody else, nowhere else and nothing else', () => {
    expect(asksAgain(missing, '/producto/7', null)).toBe(false)
    expect(asksAgain(missing, '/producto/7', { ...admin, isAdmin: false })).toBe(false)
    expect(asksAgain(missing, '/productos', admin)).toBe(false)
    expect(asksAgain(null, '/producto/7', admin)).toBe(false)
    expect(asksAgain({ '0-0': { ...missing['0-0'], status: 500 } }, '/producto/7', admin)).toBe(false)
  })
})
