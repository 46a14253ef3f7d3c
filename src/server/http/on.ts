import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access, Audience, Endpoint, FileForm, Nothing } from '../../contract/endpoint.ts'
import { roleCan } from '../../contract/accounts/roles.ts'
import { dayOf } from '../days.ts'
import { DomainError, invalid, factorMissing, notAllowed, notFound, noToken, sessionOver } from '../errors.ts'
import { receiveForm, type ReceivedFile } from '../files/receive-form.ts'
import { takeTurn } from '../limits/quota.ts'
import { forRequest } from '../log.ts'
import type { Shop } from '../shop.ts'
import type { Api } from './api.ts'
import { browserOf } from './browser-key.ts'
import { audienceOf, isOfShop, type SessionUser, type TokenHolder } from './caller.ts'
import { isFromHere } from './from-here.ts'
import type { HttpFacts, VerbInput } from './input.ts'
import { sendPolled } from './polled.ts'
import { streamOf } from './rows.ts'
import { fieldErrors } from './refusals.ts'
import { serializersOf } from './serialize.ts'

/** Time to receive a form: photos over a slow connection. */
const FORM_MS = 60_000

/** For calls without a request, from pages rendered on the server. */
const IN_PROCESS: HttpFacts = {
  key: undefined,
  address: 'in-process',
  host: 'in-process',
}

interface OnOptions {
  /** Throws to refuse, before a form is received. */
  before?: (input: { shop: Shop; user: SessionUser | undefined; address: string }) => Promise<void>
  /** For lists that the panel polls: an ETag, and a 304 while nothing changed. */
  polled?: boolean
  /** Ignores an invalid token: sign-in, refresh and sign-out may still send the old one. */
  lenient?: boolean
  /** Its changes have a limit of their own, instead of `accountChanges`. */
  hasOwnLimit?: boolean
  /** For calls that open, refresh or end a session: only these read or set the browser's cookie. */
  bindsSession?: boolean
  /** The answer is a download with this file name. */
  file?: string
  /** Called with the unparsed query of each request, before it is answered. Throws to refuse. */
  asked?: (input: { user: SessionUser | undefined; query: unknown; address: string }) => void
}

/**
 * Connects an endpoint of the contract with its verb: checks the caller, parses the request, and serializes the
 * result with the schema of the audience. Public GETs of visitors and customers are cached until something public
 * changes. `NoInfer`: only the endpoint defines the answer, so a verb that omits a field does not compile.
 */
export function on<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access>(
  api: Api,
  endpoint: Endpoint<P, Q, B, View, Who>,
  verb: Verb<P, Q, B, NoInfer<View>, Who>,
  options: OnOptions = {},
): void {
  const answer = answerOf(api, endpoint, verb)
  api.endpoints.push(endpoint)
  if (isCached(endpoint)) allowInProcess(api, endpoint, answer)
  addRoute(api, endpoint, (request, reply) =>
    forRequest(request, () => respond({ api, endpoint, answer, options, request, reply })),
  )
}

/**
 * As `on`, for a text that is sent part by part, as the sheet of a long list: its memory does not grow with the rows, and between two
 * parts other calls have their turn.
 */
export function onParts<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  View extends string,
  Who extends Access,
>(
  api: Api,
  endpoint: Endpoint<P, Q, B, View, Who>,
  partsOf: (
    input: Pick<VerbInput<z.output<P>, z.output<Q>, unknown, Who>, 'shop' | 'user' | 'params' | 'query'>,
  ) => AsyncIterable<string>,
  { file }: Required<Pick<OnOptions, 'file'>>,
): void {
  api.endpoints.push(endpoint)
  addRoute(api, endpoint, (request, reply) =>
    forRequest(request, async () => {
      const user = await admit(api, endpoint, request, false)
      const parts = partsOf({
        shop: api.shop,
        user: user as VerbInput<unknown, unknown, unknown, Who>['user'], // safe: `admit` refused callers without one
        params: parse(endpoint.params, request.params, 'params'),
        query: parse(endpoint.query, request.query, 'query'),
      })
      const stream = await streamOf(parts)
      reply.code(endpoint.status).type(endpoint.reply.text ?? 'text/plain; charset=utf-8')
      return reply.header('content-disposition', attachment(file)).send(stream)
    }),
  )
}

const attachment = (file: string) => `attachment; filename="${file}"`

type Verb<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access> = (
  input: VerbInput<z.output<P>, z.output<Q>, z.output<B>, Who>,
) => Promise<Answered<View>> | Answered<View>

/** A verb with an empty answer returns nothing. */
type Answered<View> = View extends z.output<typeof Nothing> ? View | void : View

/** A request before it is parsed. */
interface RawInput extends HttpFacts {
  audience: Audience
  user: SessionUser | undefined
  params: unknown
  query: unknown
  body: unknown
  /** Undefined: the body came as JSON. */
  files?: ReceivedFile[]
}

/** Runs the verb; resolves to the response body as JSON. */
type Answer = (raw: RawInput) => Promise<string>

function answerOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access>(
  { shop, publicShop }: Api,
  endpoint: Endpoint<P, Q, B, View, Who>,
  verb: Verb<P, Q, B, View, Who>,
): Answer {
  const serialize = serializersOf(endpoint)
  return async ({ audience, user, params, query, body, files, ...facts }) => {
    const input: VerbInput<z.output<P>, z.output<Q>, z.output<B>, Who> = {
      shop: isCached(endpoint) && audience !== 'admin' ? publicShop : shop,
      user: user as VerbInput<unknown, unknown, unknown, Who>['user'], // safe: `admit` refused callers without one
      audience,
      params: parse(endpoint.params, params, 'params'),
      query: parse(endpoint.query, query, 'query'),
      // safe: the fields of a form have the output of the JSON body
      body: parse(files && endpoint.form ? (endpoint.form.fields as B) : endpoint.body, body, 'body'),
      files: files ?? [],
      ...facts,
    }
    return serialize[audience]((await verb(input)) ?? {})
  }
}

/** Whether all visitors share a response, and all customers do. */
function isCached({ method, access }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone'
}

/** For server-rendered pages, always as a visitor. */
function allowInProcess(api: Api, { method, path }: Endpoint, answer: Answer): void {
  api.publicCalls.set(`${method} ${path}`, ({ params = {}, query = {} }) =>
    answer({ ...IN_PROCESS, audience: 'anonymous', user: undefined, params, query, body: {} }),
  )
}

function addRoute({ app }: Api, { method, path, form }: Endpoint, handler: RouteOptions['handler']): void {
  const route: RouteOptions = { method, url: `/api${path}`, handler }
  if (!form) return void app.route(route)
  // In a separate Fastify scope, as no other route accepts forms.
  app.register(async (forms) => {
    await forms.register(multipart)
    forms.route({ ...route, config: { bodyMs: FORM_MS } })
  })
}

interface Call {
  api: Api
  endpoint: Endpoint
  answer: Answer
  options: OnOptions
  request: FastifyRequest
  reply: FastifyReply
}

async function respond(call: Call): Promise<FastifyReply> {
  const { api, endpoint, options, request, reply } = call
  const facts: HttpFacts = {
    key: headerText(request.headers['idempotency-key']),
    address: request.ip,
    host: request.host,
    ...(options.bindsSession && {
      browser: browserOf(request, reply, api.shop.config.publicUrl),
      fromHere: isFromHere(request),
    }),
  }
  const user = await admit(api, endpoint, request, options.lenient ?? false)
  const { params, query } = request
  options.asked?.({ user, query, address: request.ip })
  const raw: RawInput = { ...facts, audience: audienceOf(user), user, params, query, body: {} }
  if (isCached(endpoint) && !user) return sendCached(call, raw)
  await limitChanges(call, user)
  const text =
    user && !user.isAdmin ? await api.atOnce(user.id, () => textFor(call, raw)) : await textFor(call, raw)
  reply.code(endpoint.status)
  if (endpoint.status === 204) return reply.send()
  if (options.polled && user?.isAdmin) return sendPolled(request, reply, text, api.shop.now())
  if (options.file) reply.header('content-disposition', attachment(options.file))
  reply.type(endpoint.reply.text ?? 'application/json; charset=utf-8')
  return reply.send(text)
}

/** Not for staff, and not for signing in and out. */
async function limitChanges({ api, endpoint, options }: Call, user: SessionUser | undefined): Promise<void> {
  if (!user || isOfShop(user) || endpoint.method === 'GET') return
  if (options.lenient || options.hasOwnLimit) return
  await takeTurn(api.shop.db, api.shop, 'accountChanges', user.id)
}

function textFor(call: Call, raw: RawInput): Promise<string> {
  const { endpoint, answer, request } = call
  if (isCached(endpoint) && raw.audience === 'customer') return answerCustomers(call, raw)
  if (endpoint.form && request.isMultipart()) return answerForm(call, endpoint.form, raw)
  if (endpoint.form?.orJson === false)
    throw new DomainError('UNSUPPORTED_TYPE', 'Se espera un formulario con archivos')
  return answer({ ...raw, body: request.body ?? {} })
}

function sendCached(call: Call, raw: RawInput): Promise<FastifyReply> {
  const { api, answer, request, reply } = call
  return api.publicCache.send(request, reply, {
    ...cachePlace(call),
    type: 'application/json; charset=utf-8',
    make: () => answer(raw),
  })
}

/** Without the user, as all customers share the response. */
function answerCustomers(call: Call, raw: RawInput): Promise<string> {
  const { api, answer, request } = call
  const make = () => answer({ ...raw, user: undefined })
  return api.publicCache.forCustomers(request, { ...cachePlace(call), make })
}

/** Where a response is cached. */
function cachePlace({ api, endpoint, request: { params, query } }: Call) {
  return {
    // Includes the day, as banners change with it.
    variant: dayOf(api.shop.now()),
    key: () => `api:${endpoint.path}?${canonical(endpoint, params, query)}`,
  }
}

async function answerForm(
  { api, answer, options, request, reply }: Call,
  accepted: FileForm,
  raw: RawInput,
): Promise<string> {
  const sender = { user: raw.user, address: raw.address }
  await options.before?.({ shop: api.shop, ...sender })
  const form = await receiveForm(api.shop, { form: accepted, sender }, request, reply)
  try {
    return await answer({ ...raw, body: form.fields, files: form.files })
  } finally {
    await form.discard()
  }
}

/** Finds the caller by the bearer token and refuses those without the right. A wrong or expired token is always a 401. */
async function admit(
  api: Api,
  { access, needs }: Endpoint,
  request: FastifyRequest,
  lenient: boolean,
): Promise<SessionUser | undefined> {
  const holder = await holderOf(api, request, lenient)
  if (!holder) {
    if (access !== 'anyone') throw noToken()
    return undefined
  }
  const isAdmin = roleCan(holder.role, needs)
  if (access === 'admin' && !isAdmin) throw holder.mustAddFactor ? factorMissing() : notAllowed()
  return { ...holder, isAdmin }
}

/** The owner of the bearer token; undefined without one, and for a wrong or expired one when lenient. */
export async function holderOf(
  api: Pick<Api, 'findSessionUser' | 'limitUser'>,
  { headers: { authorization } }: FastifyRequest,
  lenient = false,
): Promise<TokenHolder | undefined> {
  if (authorization === undefined) return undefined
  const token = /^Bearer ([A-Za-z0-9_.-]{20,200})$/i.exec(authorization)?.[1]
  const holder = token === undefined ? undefined : await api.findSessionUser(token)
  if (!holder && !lenient) throw sessionOver()
  if (holder) api.limitUser(holder.id)
  return holder
}

function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: 'params' | 'query' | 'body',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // An id that cannot exist is a 404, not a 400.
  if (where === 'params') throw notFound('No encontrado')
  throw invalid(fieldErrors(parsed.error))
}

/** Parameters in a fixed order, without unknown ones. */
function canonical(endpoint: Endpoint, params: unknown, query: unknown): string {
  return JSON.stringify([
    endpoint.params.safeParse(params).data ?? params,
    endpoint.query.safeParse(query).data ?? null,
  ])
}

function headerText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value.length > 0 ? value : undefined
}
