import { CACHE_VERSION } from '../../contract/limits.ts'
import { browserStorage, tabStorage } from '../browser/storage.ts'
import { createStore, useStore } from '../browser/store.ts'
import { SHOWN_PRICES } from './shown-prices.ts'

/**
 * The signed-in user, as this browser remembers it. Only a hint for what to show: the server checks every call.
 * The names in storage are historical.
 */
export interface Session {
  /** 0 until the server has sent it: the token alone makes a session, even if other storage was lost. */
  userId: number
  /** Empty until the server has sent it. */
  username: string
  isAdmin: boolean
}

interface Tokens {
  access: string
  refresh: string
}

const ACCESS_LIFETIME_MS = 15 * 60_000
/** Refreshed at 80 % of its lifetime, so that a 401 means that the session is over. */
const RENEW_AFTER_MS = ACCESS_LIFETIME_MS * 0.8
const SESSION_KEYS = ['accessToken', 'refreshToken', 'isAdmin', 'userId', 'username', 'renewAccessAt']
/** Cached responses, which the next person must not see. */
const CACHE_KEYS = ['products', 'orders', 'permissions']

/** Set briefly when an account is closed, so that other tabs drop their drafts. */
export const CLOSED = 'accountClosed'

const { read, write, remove } = browserStorage
const session = createStore(storedSession)
let renewTimer: ReturnType<typeof setTimeout> | undefined

/** Null without a session, and always while a page is rendered on the server or hydrated. */
export function useSession(): Session | null {
  return useStore(session, null)
}

export function readSession(): Session | null {
  return session.get()
}

function storedSession(): Session | null {
  if (!read('accessToken')) return null
  const userId = Number(read('userId'))
  return {
    userId: Number.isInteger(userId) && userId > 0 ? userId : 0,
    username: read('username') ?? '',
    isAdmin: read('isAdmin') === 'true',
  }
}

/** The part of every query key that keeps data of different people apart. */
export function audienceKey(session: Session | null): string {
  return session ? `user-${session.userId}` : 'anonymous'
}

/** Call it once when the browser starts: clears what an older version stored, renews tokens in time, follows other tabs. */
export function startSession(): void {
  if (read('cacheVersion') !== CACHE_VERSION) {
    signedOut()
    write('cacheVersion', CACHE_VERSION)
  }
  window.addEventListener('storage', (event) => {
    if (event.key === CLOSED) for (const name of tabStorage.names()) tabStorage.remove(name)
    if (event.key === null || SESSION_KEYS.includes(event.key)) changed()
  })
  // A page from the back/forward cache is as it was left: it may show prices after a sign-out.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) changed()
  })
  scheduleRenewal()
}

export function signedIn(tokens: Tokens, session: Session): void {
  isOver = false
  clearCaches()
  // Stored before the tokens, so that other tabs know whose they are.
  writeHints(session)
  storeTokens(tokens)
  changed()
}

/** Removes the session and everything only this user could see. Cart and age confirmation stay. */
export function signedOut(): void {
  for (const key of SESSION_KEYS) remove(key)
  clearCaches()
  changed()
}

/** Removes all cached responses and shown prices: at login, logout and a 401, and when an order has changed stock. */
export function clearCaches(): void {
  remove(SHOWN_PRICES)
  for (const key of browserStorage.names()) {
    if (
      CACHE_KEYS.some((cache) => key === cache || key.startsWith(`${cache}:`) || key === `${cache}Timestamp`)
    )
      remove(key)
  }
}

let isOver = false
/** The server has ended the session, and nobody has signed in since. False after a logout. */
export function isSessionOver(): boolean {
  return isOver
}

let onSessionOver: () => void = () => {}
/** Sets what happens after a 401: a visit to the login page. */
export function whenSessionIsOver(go: () => void): void {
  onSessionOver = go
}

/** A call that was answered 401, with its token and user. */
interface Refused {
  access: string
  userId: number | undefined
  /** The call of `exchangeSession`. */
  isAlone?: boolean
}

/**
 * Handles a 401: the session is over, unless another tab has replaced its token. True if the call may be retried with
 * the new one, which must be of the same user.
 */
export async function sessionOver({ access, userId, isAlone = false }: Refused): Promise<boolean> {
  if (!isAlone) {
    await alone(async () => {})
    // Storage writes of other tabs arrive with a delay.
    if (read('accessToken') === access) await new Promise((later) => setTimeout(later, 250))
  }
  if (read('accessToken') === access) endSession()
  return read('accessToken') !== undefined && read('userId') === String(userId)
}

function endSession(): void {
  isOver = true
  signedOut()
  onSessionOver()
}

/**
 * Calls `forget` after each login and logout, in other tabs too: data fetched for others must be removed.
 * Subscribe before React renders, so that no component still sees it. Returns a function that unsubscribes.
 */
export function whenAudienceChanges(forget: (audience: string) => void): () => void {
  return session.subscribe(() => forget(audienceKey(session.get())))
}

/** False while the browser has only a token and must ask the server for the user. */
export function isKnown({ userId, username }: Session): boolean {
  return userId > 0 && username !== ''
}

/** Updates the stored session with the server's data. */
export function noteSession({ userId }: Session, actual: Session): void {
  const now = readSession()
  if (now?.userId !== userId || (userId !== 0 && userId !== actual.userId)) return
  if (isKnown(now) && now.isAdmin === actual.isAdmin) return
  writeHints(actual)
  clearCaches()
  changed()
}

function writeHints({ userId, username, isAdmin }: Session): void {
  write('userId', String(userId))
  write('username', username)
  write('isAdmin', String(isAdmin))
}

/** The token that ends the session on the server. Undefined without a session. */
export function readRefreshToken(): string | undefined {
  return read('refreshToken')
}

/** The token for a call, renewed first when it is due. Undefined without a session. */
export async function accessForCall(): Promise<string | undefined> {
  if (readSession() === null) return undefined
  if (isRenewalDue()) await renew()
  return readSession() === null ? undefined : read('accessToken')
}

/** In one tab at a time. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request('renew-session', work) : work()
}

/**
 * Runs a call that ends all sessions of the account and returns tokens of a new one. Meanwhile no tab refreshes or
 * treats a 401 as the end.
 */
export async function exchangeSession<Answer extends { tokens?: Tokens | undefined }>(
  exchange: (access: string) => Promise<Answer>,
): Promise<Omit<Answer, 'tokens'>> {
  await accessForCall()
  return alone(async () => {
    const refresh = read('refreshToken')
    const { tokens, ...answer } = await exchange(read('accessToken') ?? '')
    // A logout or another login during the call wins.
    if (tokens && read('refreshToken') === refresh) storeTokens(tokens)
    return answer
  })
}

/** The other tabs find the new tokens in storage. */
async function renew(): Promise<void> {
  await alone(async () => {
    const refresh = read('refreshToken')
    if (refresh === undefined || !isRenewalDue()) return
    const response = await fetch('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    }).catch(() => undefined)
    // A truncated body counts as no response: the next try, a second later, gets the same tokens.
    const tokens: Tokens | undefined = response?.ok ? await response.json().catch(() => undefined) : undefined
    // A logout or another login during the request wins.
    if (read('refreshToken') !== refresh) return
    if (tokens) storeTokens(tokens)
    else if (response?.status === 401) endSession()
    // Without a connection or after a server error the old token may still be valid, so the call is tried.
  })
  scheduleRenewal()
}

function scheduleRenewal(): void {
  clearTimeout(renewTimer)
  if (read('refreshToken') === undefined) return
  const wait = Math.max(1_000, renewAt() - Date.now())
  renewTimer = setTimeout(() => void renew(), Math.min(wait, 2 ** 31 - 1))
}

/** Milliseconds since 1970; 0 when it is not known. */
function renewAt(): number {
  return Number(read('renewAccessAt') ?? 0)
}

function isRenewalDue(): boolean {
  return renewAt() <= Date.now()
}

function storeTokens({ access, refresh }: Tokens): void {
  write('accessToken', access)
  write('refreshToken', refresh)
  write('renewAccessAt', String(Date.now() + RENEW_AFTER_MS))
  scheduleRenewal()
}

function changed(): void {
  const before = session.get()
  const now = storedSession()
  // Another tab may have signed in again.
  if (now) isOver = false
  if (before && !now) remove(SHOWN_PRICES)
  session.set(now)
}
