import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Shop } from '../shop.ts'
import type { TokenHolder } from './caller.ts'
import type { PublicCache } from '../cache/public-cache.ts'

/** What `on` needs to connect endpoints with verbs. Created in `app.ts`. */
export interface Api {
  app: FastifyInstance
  shop: Shop
  /** The same shop with the database connections of the public lane. */
  publicShop: Shop
  /** The owner of an access token; undefined when it is unknown, expired or its account is inactive. */
  findSessionUser(token: string): Promise<TokenHolder | undefined>
  /** Throws a 429 when this account sends too many requests. */
  limitUser(userId: number): void
  /** Throws a 429 when this address asks for too many suggestions of a search. */
  limitSuggestions(address: string): void
  /** Runs a call of a customer; throws a 503 when this account has too many in flight. */
  atOnce<Result>(userId: number, work: () => Promise<Result>): Promise<Result>
  publicCache: PublicCache
  endpoints: Endpoint[]
  /**
   * Calls a public GET in process as an anonymous visitor; returns JSON text. The page renderer has no other data
   * source, so no rendered page can contain a price.
   */
  publicCalls: Map<string, (input: { params?: unknown; query?: unknown }) => Promise<string>>
}
