import type { Order } from '../../contract/orders/orders.ts'
import type { AnswerOf } from './api.ts'
import type { Product } from '../../contract/catalog/catalog.ts'
import type { verifyPermissions } from '../../contract/accounts/calls.ts'
import { browserStorage } from '../browser/storage.ts'
import { audienceKey, readSession, type Session } from '../session/session.ts'

/** Of the build: a hash of the contract (`vite.config.ts`). */
declare const CONTRACT_HASH: string

/** The pages loaded so far; complete without `next`. */
export interface OwnOrders {
  orders: Order[]
  next?: string | null
}

export interface ProductPage {
  results: Product[]
  count: number
}

/** Responses in the browser's storage, under their historical names. `clearCaches` removes them. */
interface StoredAnswers {
  products: ProductPage
  orders: OwnOrders
  permissions: AnswerOf<typeof verifyPermissions>
}

type StoredName = keyof StoredAnswers

interface StoredAnswer<Data> {
  /** When the response arrived, in milliseconds since 1970. */
  timestamp: number
  /** Who may see it: it may hold prices. */
  audience: string
  /** Distinguishes responses of the same name. */
  query: string
  /** Those of another version may lack fields. */
  contract: string
  data: Data
}

interface Wanted {
  /** Any age if missing. */
  query?: string
  maxAgeMs?: number
}

/** Stores the last response of its name, unless it belongs to another session than the current one. */
export function cacheAnswer<Name extends StoredName>(
  name: Name,
  session: Session | null,
  data: StoredAnswers[Name],
  query = '',
): void {
  // A session without a user id could belong to another user at the next visit.
  if (session?.userId === 0) return
  const audience = audienceKey(session)
  // While a page hydrates its data is the anonymous visitor's; and a response may arrive after a sign-out.
  if (audience !== audienceKey(readSession())) return
  browserStorage.writeJson(name, {
    timestamp: Date.now(),
    audience,
    query,
    contract: CONTRACT_HASH,
    data,
  })
}

/** The last response to this audience, if it is the wanted query and younger than `maxAgeMs`. */
export function cachedAnswer<Name extends StoredName>(
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
  const stored = browserStorage.readJson(name)
  return isStored(stored) && HAS_SHAPE[name](stored.data) ? (stored as StoredAnswer<Data>) : undefined
}

function isStored(stored: unknown): stored is StoredAnswer<object> {
  if (typeof stored !== 'object' || stored === null) return false
  const { audience, timestamp, contract, data } = stored as Partial<StoredAnswer<unknown>>
  return (
    typeof audience === 'string' &&
    typeof timestamp === 'number' &&
    contract === CONTRACT_HASH &&
    typeof data === 'object' &&
    data !== null
  )
}

/** People may have stored something else. */
const HAS_SHAPE: Record<StoredName, (data: object) => boolean> = {
  products: (data) => 'results' in data && Array.isArray(data.results),
  orders: (data) => 'orders' in data && Array.isArray(data.orders),
  permissions: (data) => 'permissions' in data && typeof data.permissions === 'object',
}
