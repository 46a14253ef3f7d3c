import { z } from 'zod'

/** Who is asking. Decides which fields an answer may hold: prices exist for customers and admins only. */
export type Audience = 'anonymous' | 'customer' | 'admin'

/** Who may call an endpoint at all. `customer` is anybody signed in. */
export type Access = 'anyone' | 'customer' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The shapes an endpoint answers with, one schema for each audience. What a schema does not name is dropped when the
 * answer is written, so a price cannot reach an anonymous visitor by mistake. `View` is the type the web reads.
 * `list` marks answers that are a page when `page` or `page_size` was asked for, else a plain array.
 */
export interface Reply<View> {
  schemas: Record<Audience, z.ZodType>
  list: false | 'paged' | 'paged when asked'
  /** Only in the type system: what the web sees. */
  view?: View
}

/** The same answer for everybody who may call. */
export function reply<S extends z.ZodType>(schema: S): Reply<z.output<S>> {
  return { schemas: { anonymous: schema, customer: schema, admin: schema }, list: false }
}

/** An answer whose fields depend on who asks. */
export function replyByAudience<View>(schemas: Record<Audience, z.ZodType>): Reply<View> {
  return { schemas, list: false }
}

export interface Page<Item> {
  results: Item[]
  count: number
  next: string | null
  previous: string | null
}

/** A list: `{ results, count, next, previous }` when paged, a plain array otherwise. */
export function listOf<View>(item: Reply<View>): Reply<Page<View> | View[]> {
  return { schemas: item.schemas, list: 'paged when asked' }
}

/** A list that is always paged: one that grows with everything that is done. */
export function pagesOf<View>(item: Reply<View>): Reply<Page<View>> {
  return { schemas: item.schemas, list: 'paged' }
}

/** A body that is sent as `multipart/form-data`. The file names and types that a sender gives mean nothing. */
export interface FileForm {
  /** The texts of the form. What it makes of them is the same as what the JSON body is. */
  fields: z.ZodType
  /** The names under which files may be sent. */
  files: readonly string[]
  maxFiles: number
  maxFileBytes: number
  /** JSON is accepted too. */
  orJson: boolean
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  View = unknown,
  Who extends Access = Access,
> {
  kind: 'endpoint'
  method: Method
  /** Under `/api`, with a trailing slash; `:name` marks a parameter. */
  path: string
  summary: string
  access: Who
  params: Params
  query: Query
  body: Body
  /** Undefined: the body is JSON only. */
  form: FileForm | undefined
  reply: Reply<View>
  /** HTTP status of success. */
  status: number
}

interface EndpointParts<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  View,
  Who extends Access,
> {
  summary: string
  access: Who
  params?: Params
  query?: Query
  body?: Body
  form?: FileForm
  reply: Reply<View>
  status?: number
}

export const Nothing = z.object({})

/** Declare one call of the API: written once, used by the server, the browser, the docs and the tests. */
export function endpoint<
  View,
  Who extends Access,
  Params extends z.ZodType = typeof Nothing,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType = typeof Nothing,
>(
  method: Method,
  path: string,
  parts: EndpointParts<Params, Query, Body, View, Who>,
): Endpoint<Params, Query, Body, View, Who> {
  return {
    kind: 'endpoint',
    method,
    path,
    summary: parts.summary,
    access: parts.access,
    params: parts.params ?? (Nothing as unknown as Params), // safe: the default of the type parameter
    query: parts.query ?? (Nothing as unknown as Query),
    body: parts.body ?? (Nothing as unknown as Body),
    form: parts.form,
    reply: parts.reply,
    status: parts.status ?? 200,
  }
}

export type ViewOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer View> ? View : never
export type ParamsOf<E> = E extends Endpoint<infer P> ? z.input<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never
