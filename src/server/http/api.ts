import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Shop } from '../shop.ts'
import type { TokenHolder } from './caller.ts'
import type { PublicCache } from '../cache/public-cache.ts'

/** What `on` needs to connect endpoints with verbs. Made in `app.ts`. */
export interface Api {
  app: FastifyInstance
  shop: Shop
  /** The same shop with the database connections of the public lane. */
  publicShop: Shop
  /** The holder of an access token; undefined when it is unknown, expired or its account is inactive. */
  findSessionUser(token: string): Promise<TokenHolder | undefined>
  /** Throws a 429 when this account sends too many requests. */
  limitUser(userId: number): void
  /** Runs a call of a customer; throws a 503 when this account has too many in flight. */
  atOnce<Result>(userId: number, work: () => Promise<Result>): Promise<Result>
  publicCache: PublicCache
  endpoints: Endpoint[]
  /**
   * Every public GET as an anonymous visitor gets it, as JSON text and without a request. It is the only source of data
   * of the page renderer, so no rendered page can hold a price.
   */
  publicCalls: Map<string, (input: { params?: unknown; query?: unknown }) => Promise<string>>
}
