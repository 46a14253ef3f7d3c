import { useSyncExternalStore } from 'react'
import { MAX_ID, MAX_ORDER_LINES, MAX_QUANTITY } from '../contract/limits.ts'

/**
 * The cart lives in a cookie of this browser: ids and quantities only. Names, prices and pictures are asked for when it
 * is shown. It belongs to the browser and not to a session, so login, logout and a 401 leave it alone.
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

const listeners = new Set<() => void>()
let current: CartLine[] = EMPTY
let currentText = ''
/** Cookies can be blocked: then the cart lasts as long as the page. */
let cookieRefused = false
let channel: BroadcastChannel | undefined

/** The lines, oldest first. Empty on the server and while a page hydrates. The same array until something changes. */
export function useCart(): CartLine[] {
  return useSyncExternalStore(subscribe, readCart, () => EMPTY)
}

/** How many units are in the cart: the number beside the cart's icon. */
export function useCartCount(): number {
  return useCart().reduce((sum, line) => sum + line.quantity, 0)
}

export function readCart(): CartLine[] {
  if (typeof document === 'undefined' || cookieRefused) return current
  const text = cookieText()
  if (text !== currentText) {
    currentText = text
    current = parseCart(text)
  }
  return current
}

/**
 * Adds units of a presentation and answers how many of it the cart now holds: at most `most` (the stock, where it is
 * known) and 99. 0 when the cart is full (50 different presentations).
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

export function clearCart(): void {
  write(EMPTY)
}

/** Puts a removed line back where it was. */
export function restoreLine(line: CartLine, index: number): void {
  const others = readCart().filter((other) => other.blisterId !== line.blisterId)
  write(others.toSpliced(index, 0, line))
}

// ---- What an anonymous visitor wanted to add, kept until after the login ---------------------------------------------

export interface CartIntent {
  productId: number
  blisterId: number
  quantity?: number
}

export function keepIntent({ productId, blisterId, quantity = 1 }: CartIntent): void {
  try {
    sessionStorage.setItem(INTENT, JSON.stringify({ productId, blisterId, quantity, at: Date.now() }))
  } catch {
    // Without storage the visitor adds it again after the login.
  }
}

/** The kept wish, once, and only within ten minutes. */
export function takeIntent(): CartLine | undefined {
  try {
    const stored = sessionStorage.getItem(INTENT)
    sessionStorage.removeItem(INTENT)
    const { at, ...line } = JSON.parse(stored ?? '{}') as Partial<CartLine> & { at?: number }
    const age = Date.now() - Number(at)
    return age >= 0 && age < INTENT_LIFETIME_MS && isLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

// ---- The cookie: `product.blister.quantity`, joined by `~` -----------------------------------------------------------

export function formatCart(lines: readonly CartLine[]): string {
  return lines.map((line) => `${line.productId}.${line.blisterId}.${line.quantity}`).join('~')
}

/** Whatever is not a line is skipped: anybody can write a cookie. */
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

function isLine(line: Partial<CartLine>): line is CartLine {
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
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${COOKIE}=`)) return pair.slice(COOKIE.length + 1)
  }
  return ''
}

function write(lines: CartLine[]): void {
  const text = formatCart(lines)
  currentText = text
  current = lines.length === 0 ? EMPTY : lines
  storeCookie(text)
  for (const listener of listeners) listener()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
  channel?.postMessage('changed')
}

function storeCookie(text: string): void {
  const isHttps = location.protocol === 'https:'
  const cookie = `${COOKIE}=${text}; Path=/; Max-Age=${text === '' ? 0 : SEVEN_DAYS_S}; SameSite=Lax`
  // Browsers take localhost for a secure place, Safari excepted: there it is written again without.
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser
  document.cookie = isHttps || location.hostname === 'localhost' ? `${cookie}; Secure` : cookie
  // oxlint-disable-next-line unicorn/no-document-cookie -- as above
  if (!isHttps && cookieText() !== text) document.cookie = cookie
  cookieRefused = cookieText() !== text
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) followOtherTabs()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isFollowing = false
/** Another tab may have changed the cookie: it says so, and coming back to this one looks again. */
function followOtherTabs(): void {
  if (isFollowing) return
  isFollowing = true
  if (typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(COOKIE)
    channel.addEventListener('message', look)
  }
  window.addEventListener('focus', look)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}

function look(): void {
  const before = current
  if (readCart() !== before) for (const listener of listeners) listener()
}
