import { PRODUCT_CACHE_MS } from '../../contract/limits.ts'
import type { Product } from '../../contract/catalog.ts'
import type { ProductListQuery } from '../queries.ts'
import { audienceKey, readSession, type Session } from '../session.ts'

export interface ProductPage {
  results: Product[]
  count: number
}

interface Remembered {
  audience: string
  timestamp: number
  query: string
  page: ProductPage
}

/** The name the shop has always used; login, logout and a 401 clear it (`clearCaches`). */
const KEY = 'products'

/** Keeps the last list that was answered, for when the next one is not. Never somebody else's: it may hold prices. */
export function rememberList(session: Session | null, query: ProductListQuery, page: ProductPage): void {
  // While a page hydrates its data is the anonymous visitor's, whoever is signed in.
  if (audienceKey(session) !== audienceKey(readSession())) return
  const { results, count } = page
  const remembered: Remembered = {
    audience: audienceKey(session),
    timestamp: Date.now(),
    query: JSON.stringify(query),
    page: { results, count },
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered))
  } catch {
    // Without storage there is nothing to fall back to.
  }
}

/** The last list this person was answered, whatever it was asked for. */
export function rememberedList(session: Session | null): ProductPage | undefined {
  const remembered = read()
  return remembered?.audience === audienceKey(session) ? remembered.page : undefined
}

/** The answer to this very question, no older than three minutes: shown while the new one is on its way. */
export function freshList(session: Session | null, query: ProductListQuery): ProductPage | undefined {
  const remembered = read()
  if (remembered?.audience !== audienceKey(session) || remembered.query !== JSON.stringify(query))
    return undefined
  const age = Date.now() - remembered.timestamp
  return age >= 0 && age < PRODUCT_CACHE_MS ? remembered.page : undefined
}

function read(): Remembered | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isRemembered(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isRemembered(stored: unknown): stored is Remembered {
  if (typeof stored !== 'object' || stored === null) return false
  const { audience, timestamp, page } = stored as Partial<Remembered>
  return typeof audience === 'string' && typeof timestamp === 'number' && Array.isArray(page?.results)
}
