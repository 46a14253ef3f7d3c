import type { AnswerOf } from './api.ts'
import type { Product } from '../contract/catalog.ts'
import { audienceKey, readSession, type Session } from './session.ts'

export interface ProductPage {
  results: Product[]
  count: number
}

/** What is kept in the browser's storage, under the names the shop has always used; `clearCaches` lets it go. */
interface StoredAnswers {
  products: ProductPage
  orders: AnswerOf<'listMyOrders'>
  permissions: AnswerOf<'verifyPermissions'>
}

export type StoredName = keyof StoredAnswers

export interface StoredAnswer<Data> {
  /** When it was answered, in milliseconds since 1970. */
  timestamp: number
  /** Whose answer it is: it may hold prices. */
  audience: string
  /** Which of several questions it answers. */
  query: string
  data: Data
}

interface Wanted {
  /** Only the answer to this very question; any when it is left out. */
  query?: string
  /** Only one that is younger. */
  maxAgeMs?: number
}

/** Keeps the last answer of its name. Never one that is not of who is signed in now. */
export function storeAnswer<Name extends StoredName>(
  name: Name,
  session: Session | null,
  data: StoredAnswers[Name],
  query = '',
): void {
  // A signed-in person whom nobody has named yet may be another one at the next visit.
  if (session?.userId === 0) return
  const audience = audienceKey(session)
  // While a page hydrates its data is the anonymous visitor's, and an answer may come after its asker has left.
  if (audience !== audienceKey(readSession())) return
  try {
    localStorage.setItem(name, JSON.stringify({ timestamp: Date.now(), audience, query, data }))
  } catch {
    // Without storage there is nothing to fall back to.
  }
}

/** What this person was answered before, if it is as wanted. */
export function storedAnswer<Name extends StoredName>(
  name: Name,
  session: Session | null,
  { query, maxAgeMs = Number.POSITIVE_INFINITY }: Wanted = {},
): StoredAnswer<StoredAnswers[Name]> | undefined {
  const stored = read<StoredAnswers[Name]>(name)
  if (session?.userId === 0 || stored?.audience !== audienceKey(session)) return undefined
  if (query !== undefined && stored.query !== query) return undefined
  const age = Date.now() - stored.timestamp
  return age >= 0 && age < maxAgeMs ? stored : undefined
}

function read<Data>(name: StoredName): StoredAnswer<Data> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return isStored(stored) && HAS_SHAPE[name](stored.data) ? (stored as StoredAnswer<Data>) : undefined
  } catch {
    return undefined
  }
}

function isStored(stored: unknown): stored is StoredAnswer<object> {
  if (typeof stored !== 'object' || stored === null) return false
  const { audience, timestamp, data } = stored as Partial<StoredAnswer<unknown>>
  return (
    typeof audience === 'string' && typeof timestamp === 'number' && typeof data === 'object' && data !== null
  )
}

/** Older versions and other hands have written there too. */
const HAS_SHAPE: Record<StoredName, (data: object) => boolean> = {
  products: (data) => 'results' in data && Array.isArray(data.results),
  orders: (data) => 'orders' in data && Array.isArray(data.orders),
  permissions: (data) => 'permissions' in data && typeof data.permissions === 'object',
}
