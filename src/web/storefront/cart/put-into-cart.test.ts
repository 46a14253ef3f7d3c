import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Put from './put-into-cart.ts'

/** Each test has a cart of its own. */
let put: typeof Put.putIntoCart
const line = (blisterId: number, quantity = 1) => ({ productId: 7, blisterId, quantity })

beforeEach(async () => {
  let cookie = ''
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      cookie = text.split(';')[0] ?? ''
    },
  })
  vi.stubGlobal('location', { protocol: 'https:', hostname: 'localhost' })
  vi.resetModules()
  put = (await import('./put-into-cart.ts')).putIntoCart
  return () => vi.unstubAllGlobals()
})

describe('putIntoCart', () => {
  it('adds up to the stock, and then says how much is left', () => {
    expect([put(line(31), 2), put(line(31), 2)]).toEqual([1, 2])
    expect(put(line(31), 2)).toBe('Solo hay 2 unidades disponibles')
    expect(put(line(32), 0)).toBe('Solo hay 0 unidades disponibles')
  })

  it('does not take the limit of 99 for the stock', () => {
    expect(put(line(31, 99), 500)).toBe(99)
    expect(put(line(31), 500)).toBe('La cantidad no puede superar 99')
    expect(put(line(31), 99)).toBe('Solo hay 99 unidades disponibles')
  })

  it('says that the cart is full', () => {
    for (let id = 1; id <= 50; id++) expect(put(line(id), 5)).toBe(1)
    expect(put(line(51), 5)).toMatch(/^El carrito está completo/)
    expect(put(line(50), 5)).toBe(2)
  })
})
