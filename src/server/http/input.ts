import type { z } from 'zod'
import type { Access, Audience, Endpoint, Nothing } from '../../contract/endpoint.ts'
import type { ReceivedFile } from '../files/receive-form.ts'
import type { Shop } from '../shop.ts'
import type { Browser } from './browser-key.ts'
import type { SessionUser } from './caller.ts'

/** A parsed request and its caller: what `on` hands to each verb. */
export interface VerbInput<Params, Query, Body, Who extends Access> extends HttpFacts {
  shop: Shop
  user: Who extends 'anyone' ? SessionUser | undefined : SessionUser
  audience: Audience
  params: Params
  query: Query
  body: Body
  /** Files of a form; none with JSON. They are deleted when the verb has returned. */
  files: ReceivedFile[]
}

/** Facts of the HTTP request that some verbs need. */
export interface HttpFacts {
  /** The idempotency key: a call with a known one is answered as before. */
  key: string | undefined
  /** The peer's, or as forwarded by a trusted proxy. */
  address: string
  /** Under which name the shop was called; a proxy may change it. */
  host: string
  /** For calls that open, refresh or end a session. */
  browser?: Browser | undefined
  /** For the same calls: see `isFromHere`. */
  fromHere?: boolean
}

/**
 * What the verb of an endpoint takes: the parts of the request that the endpoint declares, and what it asks for by name.
 * Other callers than the route may leave out the key.
 */
export type InputOf<E, Also extends 'audience' | 'files' | keyof HttpFacts = never> =
  E extends Endpoint<infer P, infer Q, infer B, unknown, infer Who>
    ? { shop: Shop; key?: string | undefined } & Caller<Who> &
        Part<'params', P> &
        Part<'query', Q> &
        Part<'body', B> &
        Pick<VerbInput<unknown, unknown, unknown, Who>, Also>
    : never

type Caller<Who extends Access> = Who extends 'anyone'
  ? { user?: SessionUser | undefined }
  : { user: SessionUser }

type Part<Name extends string, Schema> = typeof Nothing extends Schema
  ? unknown
  : { [Key in Name]: z.output<Schema> }

/** For a verb that the shop also runs by itself, without a user. */
export type OwnInputOf<E, Also extends 'audience' | 'files' | keyof HttpFacts = never> = Omit<
  InputOf<E, Also>,
  'user'
> & { user?: { id: number | null } }

/** Who acts when the shop itself does. */
export const NOBODY = { id: null }
