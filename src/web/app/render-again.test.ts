import { describe, expect, it } from 'vitest'
import { isHiddenProduct } from './render-again.ts'

const admin = { userId: 1, username: 'admin', isAdmin: true }
const missing = { '0-0': { status: 404, statusText: '', internal: false, data: 'Producto no encontrado' } }

describe('isHiddenProduct', () => {
  it('is true for an admin on a product that the server did not find', () => {
    expect(isHiddenProduct(missing, '/producto/7', admin)).toBe(true)
  })

  it('is false for other users, other pages and other errors', () => {
    expect(isHiddenProduct(missing, '/producto/7', null)).toBe(false)
    expect(isHiddenProduct(missing, '/producto/7', { ...admin, isAdmin: false })).toBe(false)
    expect(isHiddenProduct(missing, '/productos', admin)).toBe(false)
    expect(isHiddenProduct(null, '/producto/7', admin)).toBe(false)
    expect(isHiddenProduct({ '0-0': { ...missing['0-0'], status: 500 } }, '/producto/7', admin)).toBe(false)
  })
})
