import { describe, expect, it } from 'vitest'
import { mustRenderAgain } from './render-again.ts'

const admin = { userId: 1, username: 'admin', isAdmin: true }
const missing = { '0-0': { status: 404, statusText: '', internal: false, data: 'Producto no encontrado' } }

describe('mustRenderAgain', () => {
  it('is true for an admin on a product that the server did not find', () => {
    expect(mustRenderAgain(missing, '/producto/7', admin)).toBe(true)
  })

  it('is true for an admin in the panel', () => {
    expect(mustRenderAgain(null, '/panel/pedidos', admin)).toBe(true)
    expect(mustRenderAgain(null, '/panel', admin)).toBe(false)
    expect(mustRenderAgain(null, '/panel/pedidos', null)).toBe(false)
  })

  it('is false for other users, other pages and other errors', () => {
    expect(mustRenderAgain(missing, '/producto/7', null)).toBe(false)
    expect(mustRenderAgain(missing, '/producto/7', { ...admin, isAdmin: false })).toBe(false)
    expect(mustRenderAgain(missing, '/productos', admin)).toBe(false)
    expect(mustRenderAgain(null, '/producto/7', admin)).toBe(false)
    expect(mustRenderAgain({ '0-0': { ...missing['0-0'], status: 500 } }, '/producto/7', admin)).toBe(false)
  })
})
