import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Shop } from '../shop.ts'
import type { SessionUser } from './caller.ts'
import type { KeptAnswers } from './kept.ts'

/** What `on` needs to join endpoints to verbs. Made in `app.ts`, which alone knows the rooms. */
export interface Api {
  app: FastifyInstance
  shop: Shop
  /** Who holds this access token now; undefined when it is unknown, expired or its account is inactive. */
  whoIs(token: string): Promise<SessionUser | undefined>
  /** Throws a 429 when this account asks too often. */
  limitUser(userId: number): void
  kept: KeptAnswers
  endpoints: Endpoint[]
  /**
   * Every public GET as an anonymous visitor would get it, as JSON text, without a request: the only source of data
   * of the page renderer, so that no page can know a price.
   */
  publicCalls: Map<string, (input: { params?: unknown; query?: unknown }) => Promise<string>>
}
