import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Cart from './cart.ts'

/** The parts of a browser's cookies and tab storage that the cart uses. */
let jar: Map<string, string>
let written: string[]
let acceptsCookies: boolean
let cart: typeof Cart

const puna = { productId: 7, blisterId: 31, quantity: 2 }
const gorra = { productId: 9, blisterId: 40, quantity: 1 }

beforeEach(async () => {
  jar = new Map()
  written = []
  acceptsCookies = true
  const tab = new Map<string, string>()
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      if (!acceptsCookies) return
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (text.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    },
    addEventListener: () => {},
  })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'localhost' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
  vi.resetModules()
  cart = await import('./cart.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the cart cookie', () => {
  it('holds ids and quantities only, for 7 days, Lax and secure', () => {
    cart.addToCart(puna)
    cart.addToCart(gorra)
    expect(jar.get('cart')).toBe('7.31.2~9.40.1')
    expect(written.at(-1)).toBe('cart=7.31.2~9.40.1; Path=/; Max-Age=604800; SameSite=Lax; Secure')
  })

  it('is not marked secure where the browser would drop it', () => {
    vi.stubGlobal('location', { protocol: 'http:', hostname: '192.168.0.8' })
    cart.addToCart(puna)
    expect(written.at(-1)).not.toContain('Secure')
  })

  it('stays below the 4 KB of a cookie with 50 lines of the longest ids', () => {
    for (let i = 0; i < 60; i++) {
      cart.addToCart({ productId: 2_147_483_647, blisterId: 2_147_483_647 - i, quantity: 99 })
    }
    expect(cart.readCart()).toHaveLength(50)
    expect(jar.get('cart')!.length).toBeLessThan(2_000) // safe: just written
  })

  it.each([
    '',
    '~',
    'hola',
    '7.31',
    '0.31.2',
    '7.31.0',
    '7.31.100',
    '7.31.-1',
    '7.31.2.5',
    '9999999999.1.1',
    '%00.1.1',
  ])('reads %j as no line', (text) => {
    expect(cart.parseCart(text)).toEqual([])
  })

  it('keeps the good lines between garbage and merges the same presentation', () => {
    expect(cart.parseCart('x~7.31.2~~9.40.1~7.31.98')).toEqual([{ ...puna, quantity: 99 }, gorra])
  })

  it('reads back what it writes', () => {
    expect(cart.parseCart(cart.formatCart([puna, gorra]))).toEqual([puna, gorra])
  })
})

describe('readCart', () => {
  it('is the same array until a change', () => {
    cart.addToCart(puna)
    const before = cart.readCart()
    expect(cart.readCart()).toBe(before)
    cart.setQuantity(31, 3)
    expect(cart.readCart()).not.toBe(before)
  })

  it('sees changes of another tab', () => {
    cart.addToCart(puna)
    jar.set('cart', '9.40.1')
    expect(cart.readCart()).toEqual([gorra])
  })

  it('lasts as long as the page where cookies are refused', () => {
    acceptsCookies = false
    cart.addToCart(puna)
    cart.addToCart(gorra)
    expect(cart.readCart()).toEqual([puna, gorra])
  })

  it('is empty on the server', async () => {
    vi.stubGlobal('document', undefined)
    expect(cart.readCart()).toEqual([])
  })
})

describe('addToCart', () => {
  it('merges the same presentation and stops at the stock and at 99', () => {
    expect(cart.addToCart(puna, 3)).toBe(2)
    expect(cart.addToCart(puna, 3)).toBe(3)
    expect(cart.addToCart({ ...puna, quantity: 99 })).toBe(99)
    expect(cart.readCart()).toEqual([{ ...puna, quantity: 99 }])
  })

  it('answers 0 when the cart is full', () => {
    for (let id = 1; id <= 50; id++) cart.addToCart({ productId: 1, blisterId: id, quantity: 1 })
    expect(cart.addToCart({ productId: 1, blisterId: 51, quantity: 1 })).toBe(0)
    expect(cart.addToCart({ productId: 1, blisterId: 50, quantity: 1 })).toBe(2)
  })
})

describe('setQuantity', () => {
  it('removes the line at 0 and ignores unknown presentations', () => {
    cart.addToCart(puna)
    cart.setQuantity(999, 5)
    expect(cart.readCart()).toEqual([puna])
    cart.setQuantity(31, 0)
    expect(cart.readCart()).toEqual([])
    expect(jar.has('cart')).toBe(false)
  })
})

describe('removeOrdered', () => {
  it('keeps lines added since, also in another tab', () => {
    cart.addToCart(puna)
    jar.set('cart', '7.31.3~9.40.1')
    cart.removeOrdered({ order_products: [{ blister_id: 31, quantity: 2 }] })
    expect(jar.get('cart')).toBe('7.31.1~9.40.1')
    cart.removeOrdered({
      order_products: [
        { blister_id: 31, quantity: 2 },
        { blister_id: null, quantity: 1 },
      ],
    })
    expect(cart.readCart()).toEqual([gorra])
  })
})

describe('restoreLine', () => {
  it('puts a removed line back in its place', () => {
    cart.addToCart(puna)
    cart.addToCart(gorra)
    cart.removeFromCart(31)
    cart.restoreLine(puna, 0)
    expect(cart.readCart()).toEqual([puna, gorra])
  })
})

describe('takeIntent', () => {
  it('returns the stored product once', () => {
    cart.keepIntent({ productId: 7, blisterId: 31 })
    expect(cart.takeIntent()).toEqual({ productId: 7, blisterId: 31, quantity: 1 })
    expect(cart.takeIntent()).toBeUndefined()
  })

  it('forgets it after ten minutes', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
    cart.keepIntent({ productId: 7, blisterId: 31 })
    vi.advanceTimersByTime(10 * 60_000)
    expect(cart.takeIntent()).toBeUndefined()
  })

  it('ignores garbage', () => {
    sessionStorage.setItem('cartIntent', '{"productId":"<b>","at":1}')
    expect(cart.takeIntent()).toBeUndefined()
    sessionStorage.setItem('cartIntent', 'nonsense')
    expect(cart.takeIntent()).toBeUndefined()
  })
})
