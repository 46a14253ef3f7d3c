import { z } from 'zod'
import type { Right } from './accounts/roles.ts'

/** Decides which fields an answer may hold: prices exist for customers and admins only. */
export type Audience = 'anonymous' | 'customer' | 'admin'

/** Who may call an endpoint. `customer` is anybody signed in. */
export type Access = 'anyone' | 'customer' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and path of an endpoint, under `/api`, with a trailing slash; `:name` marks a parameter. */
export type Where = `${Method} /${string}`

/**
 * What the web needs of an endpoint, without its schemas and zod: a text at run time. Its type knows the endpoint `Name`
 * of a contract file. `of` has no value, and as a property of an object type it is read late enough for the endpoint to
 * be declared with the same text.
 */
export type Call<File, Name extends keyof File> = Where & { readonly of?: File[Name] }

/**
 * The response shapes of an endpoint, one schema for each audience. The serializer drops every field outside the schema,
 * so a price cannot reach an anonymous visitor by mistake (decision 0003). `View` is the type for the web.
 */
export interface Reply<View> {
  schemas: Record<Audience, z.ZodType>
  /** `paged when asked`: a page when the query has `page` or `page_size`, else a plain array. */
  list: false | 'paged' | 'paged when asked'
  /** The type of an answer that is text, not JSON. */
  text?: string
  /** Type only; no value at run time. */
  view?: View
}

/** The same answer for every audience. */
export function reply<S extends z.ZodType>(schema: S): Reply<z.output<S>> {
  return { schemas: { anonymous: schema, customer: schema, admin: schema }, list: false }
}

/** A file of text: the verb returns it as it is sent. */
export function textReply(type: string): Reply<string> {
  return { ...reply(z.string()), text: type }
}

/** An answer whose fields depend on the audience. */
export function replyByAudience<View>(schemas: Record<Audience, z.ZodType>): Reply<View> {
  return { schemas, list: false }
}

/** One page of a list. `count` covers all pages; `next` and `previous` are paths with query. */
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

/** A list that is always paged, because it grows without end. */
export function pagesOf<View>(item: Reply<View>): Reply<Page<View>> {
  return { schemas: item.schemas, list: 'paged' }
}

/** A body that is sent as `multipart/form-data`. File names and types given by the sender are ignored. */
export interface FileForm {
  /** Reads the texts of the form into the same value as the JSON body. */
  fields: z.ZodType
  /** The names under which files may be sent. */
  files: readonly string[]
  maxFiles: number
  maxFileBytes: number
  /** The name of a file in error texts; 'La imagen' by default. */
  fileName?: string
  /** JSON is accepted too. */
  orJson: boolean
}

/** One call of the API. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  View = unknown,
  Who extends Access = Access,
> {
  kind: 'endpoint'
  method: Method
  /** As in `Where`. */
  path: string
  summary: string
  access: Who
  /**
   * The right that an admin's role needs. Without it the admin is treated as a customer, or refused if the call is
   * for admins only.
   */
  needs: Right
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
  /** Without it only owners may call. */
  needs?: Right
  params?: Params
  query?: Query
  body?: Body
  form?: FileForm
  reply: Reply<View>
  status?: number
}

/** No parameters, no body, or an empty answer. */
export const Nothing = z.object({})

/**
 * Declares one call of the API for server, API description and tests, at a text of `calls.ts`, which the web imports.
 *
 * Every call may be refused with VALIDATION (400, texts by field), UNAUTHENTICATED (401) or FORBIDDEN (403) as `access`
 * says, NOT_FOUND (404) for an unknown id, TOO_LARGE (413), TOO_MANY_REQUESTS (429) and UNAVAILABLE (503). The
 * docstring of an endpoint names only the other codes; `server/errors.ts` has the status of each.
 */
export function endpoint<
  View,
  Who extends Access,
  Params extends z.ZodType = typeof Nothing,
  Query extends z.ZodType = typeof Nothing,
  Body extends z.ZodType = typeof Nothing,
>(
  where: Where,
  parts: EndpointParts<Params, Query, Body, View, Who>,
): Endpoint<Params, Query, Body, View, Who> {
  return {
    kind: 'endpoint',
    ...methodAndPath(where),
    summary: parts.summary,
    access: parts.access,
    needs: parts.needs ?? 'everything',
    params: parts.params ?? (Nothing as unknown as Params), // safe: the default of the type parameter
    query: parts.query ?? (Nothing as unknown as Query),
    body: parts.body ?? (Nothing as unknown as Body),
    form: parts.form,
    reply: parts.reply,
    status: parts.status ?? 200,
  }
}

/** `of` under the method that older clients use. */
export function patchOf<E extends Endpoint>(of: E, where: Where): E {
  return { ...of, ...methodAndPath(where), summary: 'The same as PUT' }
}

function methodAndPath(where: Where): { method: Method; path: string } {
  const [method, path] = where.split(' ') as [Method, string] // safe: by its type
  return { method, path }
}

/** The web's types of an endpoint: its response, and its params, query and body. */
export type ViewOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer View> ? View : never
export type ParamsOf<E> = E extends Endpoint<infer P> ? z.input<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B> ? z.input<B> : never
