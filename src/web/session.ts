import { useSyncExternalStore } from 'react'
import { CACHE_VERSION } from '../contract/limits.ts'
import { forgetShownPrices } from './shown-prices.ts'

/**
 * Who is signed in, as this browser remembers it. A hint for what to show: the server checks every call itself.
 * The names in storage are those the shop has always used.
 */
export interface Session {
  /** 0 until the server has said it: who has a token is signed in, whatever else the browser has kept. */
  userId: number
  /** Empty until the server has said it. */
  username: string
  isAdmin: boolean
}

interface Tokens {
  access: string
  refresh: string
}

const ACCESS_LIFETIME_MS = 15 * 60_000
/** Renewed at 80 % of its life, so that a 401 means that the session is over. */
const RENEW_AFTER_MS = ACCESS_LIFETIME_MS * 0.8
const SESSION_KEYS = ['accessToken', 'refreshToken', 'isAdmin', 'userId', 'username', 'renewAccessAt']
/** Answers that one person may see and the next may not. */
const CACHE_KEYS = ['products', 'orders', 'permissions']

const listeners = new Set<() => void>()
let current: Session | null | undefined
let renewTimer: ReturnType<typeof setTimeout> | undefined

/** Null while nobody is signed in, and always while a page is rendered on the server or hydrated. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, readSession, () => null)
}

export function readSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  if (current !== undefined) return current
  const userId = Number(read('userId'))
  current = read('accessToken')
    ? {
        userId: Number.isInteger(userId) && userId > 0 ? userId : 0,
        username: read('username') ?? '',
        isAdmin: read('isAdmin') === 'true',
      }
    : null
  return current
}

/** The part of every query key that keeps answers of different people apart. */
export function audienceKey(session: Session | null): string {
  return session ? `user-${session.userId}` : 'anonymous'
}

/** Call it once when the browser starts: clears what an older version stored, renews in time, follows other tabs. */
export function startSession(): void {
  if (read('cacheVersion') !== CACHE_VERSION) {
    signedOut()
    write('cacheVersion', CACHE_VERSION)
  }
  window.addEventListener('storage', (event) => {
    if (event.key === null || SESSION_KEYS.includes(event.key)) changed()
  })
  // A page from the back/forward cache stands there as it was left: it may show prices to who has signed out since.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) changed()
  })
  scheduleRenewal()
}

export function signedIn(tokens: Tokens, session: Session): void {
  isOver = false
  clearCaches()
  storeTokens(tokens)
  writeHints(session)
  changed()
}

/** Forgets who was signed in and everything only they could see. Cart and age gate stay. */
export function signedOut(): void {
  for (const key of SESSION_KEYS) remove(key)
  clearCaches()
  changed()
}

/** Each stored answer carries its time; all of them go at login, logout and a 401. */
export function clearCaches(): void {
  if (typeof localStorage === 'undefined') return
  forgetShownPrices()
  for (const key of Object.keys(localStorage)) {
    if (
      CACHE_KEYS.some((cache) => key === cache || key.startsWith(`${cache}:`) || key === `${cache}Timestamp`)
    )
      remove(key)
  }
}

let isOver = false
/** The server has refused the session, and nobody has signed in since: the person did not leave on purpose. */
export function isSessionOver(): boolean {
  return isOver
}

let onSessionOver: () => void = () => {}
/** What happens after a 401: the entry of the browser sets it to a visit to the login page. */
export function whenSessionIsOver(go: () => void): void {
  onSessionOver = go
}

/** A call with this token was answered 401. Ignored when another tab has signed in again meanwhile. */
export function sessionOver(access: string): void {
  if (read('accessToken') !== access) return
  endSession()
}

function endSession(): void {
  isOver = true
  signedOut()
  onSessionOver()
}

let forgetOthers: (audience: string) => void = () => {}
/** Somebody else is looking, or nobody any more, also by what another tab did: answers kept for others must go. */
export function whenAudienceChanges(forget: (audience: string) => void): void {
  forgetOthers = forget
}

/** False while the browser lacks the hints that go with the token: then the server is to be asked. */
export function isKnown({ userId, username }: Session): boolean {
  return userId > 0 && username !== ''
}

/** The server has said who this is and what they may do: what is shown follows. */
export function noteSession({ userId }: Session, told: Session): void {
  const now = readSession()
  if (now?.userId !== userId || (userId !== 0 && userId !== told.userId)) return
  if (isKnown(now) && now.isAdmin === told.isAdmin) return
  writeHints(told)
  clearCaches()
  changed()
}

function writeHints({ userId, username, isAdmin }: Session): void {
  write('userId', String(userId))
  write('username', username)
  write('isAdmin', String(isAdmin))
}

/** What ends the session on the server; null when nobody is signed in. */
export function readRefreshToken(): string | null {
  return read('refreshToken')
}

/** The token for a call, renewed first when its time has come. None for who is not shown as signed in. */
export async function accessForCall(): Promise<string | undefined> {
  if (readSession() === null) return undefined
  if (Number(read('renewAccessAt')) <= Date.now()) await renew()
  return readSession() === null ? undefined : (read('accessToken') ?? undefined)
}

/** One tab at a time; the others find the new pair in storage. */
async function renew(): Promise<void> {
  const locked = async () => {
    const refresh = read('refreshToken')
    if (refresh === null || Number(read('renewAccessAt')) > Date.now()) return
    const response = await fetch('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    }).catch(() => undefined)
    // Half an answer is none: the next try, a second later, gets it again.
    const tokens: Tokens | undefined = response?.ok ? await response.json().catch(() => undefined) : undefined
    // Who signed out, or signed in anew, while this was asked is not brought back.
    if (read('refreshToken') !== refresh) return
    if (tokens) storeTokens(tokens)
    else if (response?.status === 401) endSession()
    // Offline or a server in trouble: the old token may still be good, so the call itself will tell.
  }
  if (navigator.locks) await navigator.locks.request('renew-session', locked)
  else await locked()
  scheduleRenewal()
}

function scheduleRenewal(): void {
  clearTimeout(renewTimer)
  if (read('refreshToken') === null) return
  const wait = Math.max(1_000, Number(read('renewAccessAt')) - Date.now())
  renewTimer = setTimeout(() => void renew(), Math.min(wait, 2 ** 31 - 1))
}

function storeTokens({ access, refresh }: Tokens): void {
  write('accessToken', access)
  write('refreshToken', refresh)
  write('renewAccessAt', String(Date.now() + RENEW_AFTER_MS))
  scheduleRenewal()
}

function changed(): void {
  const before = current
  current = undefined
  // Another tab may have signed in again.
  if (readSession() !== null) isOver = false
  const audience = audienceKey(readSession())
  // Who signs in has let go of those of others.
  if (before && readSession() === null) forgetShownPrices()
  forgetOthers(audience)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Storage can be blocked or full: then the session lasts as long as the page. */
const memory = new Map<string, string>()
function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}
function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}
function remove(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}
