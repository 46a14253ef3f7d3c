import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access, Audience, Endpoint, FileForm } from '../../contract/endpoint.ts'
import { dayOf } from '../days.ts'
import { DomainError } from '../errors.ts'
import { receiveForm, type ReceivedFile } from '../files/receive-form.ts'
import { forRequest } from '../log.ts'
import type { Shop } from '../shop.ts'
import type { Api } from './api.ts'
import { audienceOf, type SessionUser } from './caller.ts'
import { sendPolled } from './polled.ts'
import { fieldErrors } from './refusals.ts'
import { serializersOf } from './serialize.ts'

/** What a verb is given: the parsed request and who asks. */
export interface Asked<Params, Query, Body, Who extends Access> {
  shop: Shop
  user: Who extends 'anyone' ? SessionUser | undefined : SessionUser
  audience: Audience
  params: Params
  query: Query
  body: Body
  /** Of a form; there are none with JSON. They are gone when the verb has answered. */
  files: ReceivedFile[]
  /** Facts of the HTTP request that some verbs need. `address` is the peer's, or the proxy's word when it is trusted. */
  http: HttpFacts
}

export interface HttpFacts {
  address: string
  idempotencyKey: string | undefined
  requestId: string
}

/** Photos over a slow connection take their time. */
const FORM_MS = 60_000

/** Facts of a call that no request stands behind: pages rendered on the server. */
const IN_PROCESS: HttpFacts = { address: 'in-process', idempotencyKey: undefined, requestId: 'in-process' }

export interface OnOptions {
  /** Refuses by throwing, before a form is received. */
  before?: (asked: { shop: Shop; user: SessionUser | undefined; http: HttpFacts }) => Promise<void>
  /** Admins' screens ask for it again and again: they get an ETag, and a 304 while nothing changed. */
  polled?: boolean
  /** A token that is no longer good counts as none: who signs in, renews or leaves may still send the old one. */
  lenient?: boolean
}

/**
 * Joins an endpoint of the contract to its verb: checks who asks, parses the request, and writes the answer with the
 * schema of the audience. Public GETs of visitors and of customers are kept until something public changes.
 */
export function on<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access>(
  api: Api,
  endpoint: Endpoint<P, Q, B, View, Who>,
  verb: Verb<P, Q, B, View, Who>,
  options: OnOptions = {},
): void {
  const answer = answerOf(api.shop, endpoint, verb)
  api.endpoints.push(endpoint)
  if (isKept(endpoint)) allowInProcess(api, endpoint, answer)
  addRoute(api, endpoint, (request, reply) =>
    forRequest(request, () => respond({ api, endpoint, answer, options, request, reply })),
  )
}

type Verb<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access> = (
  asked: Asked<z.output<P>, z.output<Q>, z.output<B>, Who>,
) => Promise<View> | View

/** A request before it is parsed. */
interface Question {
  audience: Audience
  user: SessionUser | undefined
  params: unknown
  query: unknown
  body: unknown
  /** Undefined: the body came as JSON. */
  files?: ReceivedFile[]
  http: HttpFacts
}

/** The text of the answer. */
type Answer = (question: Question) => Promise<string>

function answerOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, View, Who extends Access>(
  shop: Shop,
  endpoint: Endpoint<P, Q, B, View, Who>,
  verb: Verb<P, Q, B, View, Who>,
): Answer {
  const serialize = serializersOf(endpoint)
  return async ({ audience, user, params, query, body, files, http }) => {
    const asked: Asked<z.output<P>, z.output<Q>, z.output<B>, Who> = {
      shop,
      user: user as Asked<unknown, unknown, unknown, Who>['user'], // safe: `admit` refused callers without one
      audience,
      params: parse(endpoint.params, params, 'params'),
      query: parse(endpoint.query, query, 'query'),
      // safe: the texts of a form become what the JSON body is
      body: parse(files && endpoint.form ? (endpoint.form.fields as B) : endpoint.body, body, 'body'),
      files: files ?? [],
      http,
    }
    return serialize[audience](await verb(asked))
  }
}

/** What says the same to all visitors, and to all customers. */
function isKept({ method, access }: Endpoint): boolean {
  return method === 'GET' && access === 'anyone'
}

/** For pages that are drawn on the server: they ask as a visitor, whoever they are for. */
function allowInProcess(api: Api, { method, path }: Endpoint, answer: Answer): void {
  api.publicCalls.set(`${method} ${path}`, ({ params = {}, query = {} }) =>
    answer({ audience: 'anonymous', user: undefined, params, query, body: {}, http: IN_PROCESS }),
  )
}

function addRoute({ app }: Api, { method, path, form }: Endpoint, handler: RouteOptions['handler']): void {
  const route: RouteOptions = { method, url: `/api${path}`, handler }
  if (!form) return void app.route(route)
  // In a room of its own: everywhere else a form stays a type that is not accepted.
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
  const http: HttpFacts = {
    address: request.ip,
    idempotencyKey: headerText(request.headers['idempotency-key']),
    requestId: request.id,
  }
  const user = await admit(api, endpoint.access, request, options.lenient ?? false)
  const { params, query } = request
  const question: Question = { audience: audienceOf(user), user, params, query, body: {}, http }
  if (isKept(endpoint) && !user) return sendKept(call, question)
  const text = await textFor(call, question)
  reply.code(endpoint.status)
  if (endpoint.status === 204) return reply.send()
  if (options.polled && user?.isAdmin) return sendPolled(request, reply, text, api.shop.now())
  reply.type('application/json; charset=utf-8')
  return reply.send(text)
}

function textFor(call: Call, question: Question): Promise<string> {
  const { endpoint, answer, request } = call
  if (isKept(endpoint) && question.audience === 'customer') return answerForCustomers(call, question)
  if (endpoint.form && request.isMultipart()) return answerForm(call, endpoint.form, question)
  if (endpoint.form?.orJson === false)
    throw new DomainError('UNSUPPORTED_TYPE', 'Se espera un formulario con archivos')
  return answer({ ...question, body: request.body ?? {} })
}

function sendKept(call: Call, question: Question): Promise<FastifyReply> {
  const { api, answer, request, reply } = call
  return api.kept.send(request, reply, {
    ...placeOf(call),
    type: 'application/json; charset=utf-8',
    make: () => answer(question),
  })
}

/** The verb is not told which customer asks: the others get this answer too. */
function answerForCustomers(call: Call, question: Question): Promise<string> {
  const { api, answer, request } = call
  const make = () => answer({ ...question, user: undefined })
  return api.kept.forCustomers(request, { ...placeOf(call), make })
}

/** Where an answer is kept. */
function placeOf({ api, endpoint, request: { params, query } }: Call) {
  return {
    // What shows may begin and end with the day, as banners do.
    variant: dayOf(api.shop.now()),
    key: () => `api:${endpoint.path}?${canonical(endpoint, params, query)}`,
  }
}

async function answerForm(
  { api, answer, options, request, reply }: Call,
  accepted: FileForm,
  question: Question,
): Promise<string> {
  const { user, http } = question
  await options.before?.({ shop: api.shop, user, http })
  const form = await receiveForm(api.shop, accepted, request, reply)
  try {
    return await answer({ ...question, body: form.fields, files: form.files })
  } finally {
    await form.discard()
  }
}

/** Reads the bearer and refuses callers without the right. A wrong or expired token is always a 401. */
async function admit(
  api: Api,
  access: Access,
  request: FastifyRequest,
  lenient: boolean,
): Promise<SessionUser | undefined> {
  const header = request.headers.authorization
  if (header === undefined) {
    if (access !== 'anyone') throw new DomainError('UNAUTHENTICATED', 'No se encontró token de autenticación')
    return undefined
  }
  const token = /^Bearer ([A-Za-z0-9_.-]{20,200})$/i.exec(header)?.[1]
  const user = token === undefined ? undefined : await api.whoIs(token)
  if (!user && lenient) return undefined
  if (!user) throw new DomainError('UNAUTHENTICATED', 'La sesión terminó. Iniciar sesión de nuevo.')
  api.limitUser(user.id)
  if (access === 'admin' && !user.isAdmin)
    throw new DomainError('FORBIDDEN', 'No tienes permisos para esta acción')
  return user
}

function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: 'params' | 'query' | 'body',
): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // An id that cannot exist is an unknown address, not a wrong one.
  if (where === 'params') throw new DomainError('NOT_FOUND', 'No encontrado')
  const errors = fieldErrors(parsed.error)
  const first = parsed.error.issues[0]?.message ?? 'Los datos no son válidos'
  throw new DomainError('VALIDATION', first, { errors })
}

/** The same question always has the same key, whatever the order of its parts or keys that mean nothing to us. */
function canonical(endpoint: Endpoint, params: unknown, query: unknown): string {
  return JSON.stringify([
    endpoint.params.safeParse(params).data ?? params,
    endpoint.query.safeParse(query).data ?? null,
  ])
}

function headerText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value.length > 0 ? value : undefined
}
