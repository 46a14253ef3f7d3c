import { MAX_ID, MAX_ORDER_LINES, MAX_QUANTITY } from '../../../contract/limits.ts'
import { readCookie, tabStorage, writeCookie } from '../../browser/storage.ts'
import { createStore, useStore } from '../../browser/store.ts'

/**
 * The cart lives in a cookie of this browser: ids and quantities only. Names, prices and pictures are fetched when it is
 * shown. It belongs to the browser, not to a session: login, logout and a 401 leave it alone.
 */
export interface CartLine {
  productId: number
  blisterId: number
  quantity: number
}

const COOKIE = 'cart'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60
const INTENT = 'cartIntent'
const INTENT_LIFETIME_MS = 10 * 60_000
const EMPTY: CartLine[] = []

const cart = createStore(() => parseCart(cookieText()))
/** The text of the cookie that `cart` was parsed from. */
let readText: string | undefined
/** Blocked cookies: then the cart lasts as long as the page. */
let isCookieRefused = false
let channel: BroadcastChannel | undefined

/** Call it once when the browser starts. Reads the cookie again after changes in other tabs and on return to this one. */
export function followOtherTabs(): void {
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(COOKIE)
    channel.addEventListener('message', readCart)
  }
  window.addEventListener('focus', readCart)
  window.addEventListener('pageshow', readCart)
  document.addEventListener('visibilitychange', readCart)
}

/** The lines, oldest first. Empty on the server and during hydration. The same array until something changes. */
export function useCart(): CartLine[] {
  return useStore(cart, EMPTY)
}

/** The number of units in the cart, for its icon. */
export function useCartCount(): number {
  return useCart().reduce((sum, line) => sum + line.quantity, 0)
}

/** The lines in the cookie now. */
export function readCart(): CartLine[] {
  const text = cookieText()
  if (text !== readText && !isCookieRefused) {
    readText = text
    cart.set(parseCart(text))
  }
  return cart.get()
}

/**
 * Adds units of a presentation and returns how many of it the cart now has: at most `most` (the stock, if known) and 99.
 * 0 when the cart is full (50 different presentations).
 */
export function addToCart({ productId, blisterId, quantity }: CartLine, most: number = MAX_QUANTITY): number {
  const lines = readCart()
  const held = lines.find((line) => line.blisterId === blisterId)
  if (!held && lines.length >= MAX_ORDER_LINES) return 0
  const total = Math.max(1, Math.min((held?.quantity ?? 0) + quantity, most, MAX_QUANTITY))
  if (held) setQuantity(blisterId, total)
  else write([...lines, { productId, blisterId, quantity: total }])
  return total
}

/** 0 removes the line. A presentation that is not in the cart is ignored. */
export function setQuantity(blisterId: number, quantity: number): void {
  const wanted = Math.min(Math.trunc(quantity), MAX_QUANTITY)
  write(
    readCart().flatMap((line) => {
      if (line.blisterId !== blisterId) return [line]
      return wanted > 0 ? [{ ...line, quantity: wanted }] : []
    }),
  )
}

export function removeFromCart(blisterId: number): void {
  setQuantity(blisterId, 0)
}

interface Ordered {
  order_products: readonly { blister_id: number | null; quantity: number }[]
}

/** Removes the units of an order; what was added meanwhile, here or in another tab, stays. */
export function removeOrdered({ order_products: lines }: Ordered): void {
  const units = new Map(lines.map(({ blister_id, quantity }) => [blister_id, quantity]))
  write(
    readCart().flatMap((line) => {
      const quantity = line.quantity - (units.get(line.blisterId) ?? 0)
      return quantity > 0 ? [{ ...line, quantity }] : []
    }),
  )
}

/** Puts a removed line back in its place. */
export function restoreLine(line: CartLine, index: number): void {
  const others = readCart().filter((other) => other.blisterId !== line.blisterId)
  write(others.toSpliced(index, 0, line))
}

// ---- A product that an anonymous visitor wants to add, kept until after the login ----------------------------------

interface CartIntent {
  productId: number
  blisterId: number
  quantity?: number
}

export function keepIntent({ productId, blisterId, quantity = 1 }: CartIntent): void {
  tabStorage.writeJson(INTENT, { productId, blisterId, quantity, at: Date.now() })
}

/** Returns it once, and only within ten minutes. */
export function takeIntent(): CartLine | undefined {
  const stored = tabStorage.readJson(INTENT) as (Partial<CartLine> & { at?: number }) | null | undefined // safe: checked below
  tabStorage.remove(INTENT)
  const { at, ...line } = stored ?? {}
  const age = Date.now() - Number(at)
  return age >= 0 && age < INTENT_LIFETIME_MS && isLine(line) ? line : undefined
}

// ---- The cookie: `product.blister.quantity`, joined by `~` -----------------------------------------------------------

export function formatCart(lines: readonly CartLine[]): string {
  return lines.map((line) => `${line.productId}.${line.blisterId}.${line.quantity}`).join('~')
}

/** Skips invalid parts: anybody can write a cookie. */
export function parseCart(text: string): CartLine[] {
  const lines = new Map<number, CartLine>()
  for (const part of text.split('~')) {
    const found = /^(\d{1,10})\.(\d{1,10})\.(\d{1,2})$/.exec(part)
    const line = {
      productId: Number(found?.[1]),
      blisterId: Number(found?.[2]),
      quantity: Number(found?.[3]),
    }
    if (!isLine(line)) continue
    const held = lines.get(line.blisterId)
    const quantity = Math.min((held?.quantity ?? 0) + line.quantity, MAX_QUANTITY)
    if (held || lines.size < MAX_ORDER_LINES) lines.set(line.blisterId, { ...line, quantity })
  }
  return lines.size === 0 ? EMPTY : [...lines.values()]
}

export function isLine(line: Partial<CartLine>): line is CartLine {
  return (
    isWithin(line.productId, MAX_ID) &&
    isWithin(line.blisterId, MAX_ID) &&
    isWithin(line.quantity, MAX_QUANTITY)
  )
}

function isWithin(value: number | undefined, most: number): boolean {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= most
}

function cookieText(): string {
  return readCookie(COOKIE) ?? ''
}

function write(lines: CartLine[]): void {
  const text = formatCart(lines)
  storeCookie(text)
  isCookieRefused = cookieText() !== text
  readText = text
  cart.set(lines.length === 0 ? EMPTY : lines)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
  channel?.postMessage('changed')
}

function storeCookie(text: string): void {
  const lifetime = text === '' ? 0 : SEVEN_DAYS_S
  const isHttps = location.protocol === 'https:'
  writeCookie(COOKIE, text, lifetime, isHttps || location.hostname === 'localhost')
  // Browsers treat localhost as secure, except Safari.
  if (!isHttps && cookieText() !== text) writeCookie(COOKIE, text, lifetime, false)
}
