import endpoints from 'virtual:endpoints'
import type * as access from '../../contract/accounts/access.ts'
import type * as activity from '../../contract/activity.ts'
import type * as auth from '../../contract/accounts/auth.ts'
import type * as banners from '../../contract/banners.ts'
import type * as brands from '../../contract/catalog/brands.ts'
import type * as cells from '../../contract/catalog/cells.ts'
import type * as catalog from '../../contract/catalog/catalog.ts'
import type { BodyOf, ParamsOf, QueryOf, ViewOf } from '../../contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import type * as firstHour from '../../contract/settings/first-hour.ts'
import type * as favorites from '../../contract/catalog/favorites.ts'
import type * as lineage from '../../contract/catalog/lineage.ts'
import type * as guide from '../../contract/settings/guide.ts'
import type * as stockNotices from '../../contract/catalog/notices.ts'
import type * as notices from '../../contract/settings/notices.ts'
import type * as ownData from '../../contract/accounts/own-data.ts'
import type * as passkeys from '../../contract/accounts/passkeys.ts'
import type * as prices from '../../contract/catalog/price-runs.ts'
import type * as stock from '../../contract/catalog/stock.ts'
import type * as lots from '../../contract/catalog/lots.ts'
import type * as tested from '../../contract/catalog/tested.ts'
import type * as stockCounts from '../../contract/catalog/stock-counts.ts'
import type * as synonyms from '../../contract/catalog/synonyms.ts'
import type * as templates from '../../contract/messages/template-calls.ts'
import type * as mails from '../../contract/messages/mails.ts'
import type * as manualOrders from '../../contract/orders/manual-orders.ts'
import type * as pages from '../../contract/legal/pages.ts'
import type * as regrets from '../../contract/legal/regrets.ts'
import type * as orderDesk from '../../contract/orders/order-desk-calls.ts'
import type * as orderLots from '../../contract/orders/order-lots.ts'
import type * as orderList from '../../contract/orders/order-list.ts'
import type * as orders from '../../contract/orders/orders.ts'
import type * as replacement from '../../contract/warranty/replacement.ts'
import type * as sessions from '../../contract/accounts/sessions.ts'
import type * as secondFactor from '../../contract/accounts/second-factor.ts'
import type * as signInLinks from '../../contract/accounts/sign-in-links.ts'
import type * as reports from '../../contract/reports/reports.ts'
import type * as packing from '../../contract/orders/packing.ts'
import type * as todo from '../../contract/orders/todo-calls.ts'
import type * as sheets from '../../contract/catalog/sheets.ts'
import type * as settings from '../../contract/settings/settings.ts'
import type * as users from '../../contract/accounts/users.ts'
import type * as warranty from '../../contract/warranty/warranty.ts'
import { accessForCall, readSession, sessionOver } from '../session/session.ts'

/** All endpoints by name. Types only: the schemas themselves (and zod) stay on the server. */
type Contract = typeof access &
  typeof activity &
  typeof auth &
  typeof banners &
  typeof brands &
  typeof catalog &
  typeof cells &
  typeof firstHour &
  typeof mails &
  typeof manualOrders &
  typeof favorites &
  typeof guide &
  typeof lineage &
  typeof notices &
  typeof orderDesk &
  typeof orderList &
  typeof lots &
  typeof tested &
  typeof orderLots &
  typeof orders &
  typeof ownData &
  typeof packing &
  typeof pages &
  typeof passkeys &
  typeof prices &
  typeof stock &
  typeof stockCounts &
  typeof stockNotices &
  typeof regrets &
  typeof replacement &
  typeof reports &
  typeof sessions &
  typeof secondFactor &
  typeof settings &
  typeof sheets &
  typeof signInLinks &
  typeof synonyms &
  typeof templates &
  typeof todo &
  typeof users &
  typeof warranty

type EndpointName = {
  [Name in keyof Contract]: Contract[Name] extends { kind: 'endpoint' } ? Name : never
}[keyof Contract]

export interface CallInput<Name extends EndpointName> {
  params?: ParamsOf<Contract[Name]>
  query?: Partial<Record<keyof QueryOf<Contract[Name]>, string | number | boolean | undefined>>
  body?: BodyOf<Contract[Name]>
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  /** The token to use, inside `exchangeSession`. */
  access?: string
}

export type AnswerOf<Name extends EndpointName> = ViewOf<Contract[Name]>

const NO_ANSWER = 'No hay conexión con la tienda. Revisá tu conexión y probá otra vez.'
/** The response of a proxy, or an unreadable one. */
const NO_WORDS = 'La tienda no pudo responder. Probá de nuevo en unos minutos.'

/** An error response of the server, or no response at all (`status` 0). `message` is Spanish, for people. */
export class Refusal extends Error {
  readonly status: number
  readonly code: ErrorCode | 'OFFLINE'
  readonly body: Partial<ErrorBody>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds?: number) {
    super(body.error ?? (status === 0 ? NO_ANSWER : NO_WORDS))
    this.name = 'Refusal'
    this.status = status
    this.code = body.code ?? (status === 0 ? 'OFFLINE' : 'INTERNAL')
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The in-process API, for server-rendered pages. */
type PublicCall = (
  endpoint: string,
  input: { params?: unknown; query?: unknown },
) => Promise<{ answer: unknown } | { status: number; refusal: Partial<ErrorBody> }>
let inProcess: PublicCall | undefined

/** Server only: pages call the anonymous API of the same process. */
export function answerInProcess(publicCall: PublicCall): void {
  inProcess = publicCall
}

/** For account and panel, whose calls the storefront does not load. */
export function addEndpoints(more: typeof endpoints): void {
  Object.assign(endpoints, more)
}

/** Calls an endpoint of the contract. Throws `Refusal`. */
export async function call<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> = {},
): Promise<AnswerOf<Name>> {
  const [method, template] = endpoints[name] ?? unknownEndpoint(name)
  if (inProcess) {
    const query = Object.fromEntries(new URLSearchParams(queryString(input.query)))
    const response = await inProcess(`${method} ${template}`, { params: input.params, query })
    if ('refusal' in response) throw new Refusal(response.status, response.refusal)
    return response.answer as AnswerOf<Name> // safe: the serializer of that endpoint wrote it
  }
  const answer = await send(method, addressOf(name, input), input)
  return answer as AnswerOf<Name> // safe: the serializer of that endpoint wrote it
}

/** Where `call` goes, below the origin. */
export function addressOf<Name extends EndpointName>(name: Name, input: CallInput<Name>): string {
  const [, template] = endpoints[name] ?? unknownEndpoint(name)
  return `/api${fill(template, input.params)}${queryString(input.query)}`
}

/** Login and refresh answer 401 to wrong input; elsewhere a 401 means that the session is over. */
const SIGN_IN = new Set(['/api/auth/login/', '/api/auth/second-factor/', '/api/auth/token/refresh/'])

interface Sent {
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  access?: string
}

async function send(method: string, url: string, sent: Sent): Promise<unknown> {
  const { body, idempotencyKey, signal } = sent
  const access = SIGN_IN.has(url) ? undefined : (sent.access ?? (await accessForCall()))
  const userId = readSession()?.userId
  const headers: Record<string, string> = { accept: 'application/json' }
  if (access) headers['authorization'] = `Bearer ${access}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  let response: Response
  try {
    response =
      (await askedEarly(url, access)) ??
      (await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }))
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refusal(0, {})
  }
  if (response.status === 204) return undefined
  const answer: unknown = await response.json().catch(() => undefined)
  // A truncated body counts as no response: the outcome is unknown.
  if (response.ok && answer === undefined) throw new Refusal(0, {})
  if (response.ok) return answer
  if (response.status === 401 && access) {
    // The request was not processed, so it can be retried.
    const hasOther = await sessionOver({ access, userId, isAlone: sent.access !== undefined })
    if (hasOther && sent.access === undefined) return send(method, url, sent)
  }
  const retryAfter = Number(response.headers.get('retry-after'))
  const refusal = (answer ?? {}) as Partial<ErrorBody> // safe: each refusal of the server has this shape
  throw new Refusal(response.status, refusal, retryAfter > 0 ? retryAfter : undefined)
}

const EARLY_MS = 10_000

/** The answer that `early/ask-early.ts` asked for, once, with the same token and only while the page starts. */
function askedEarly(url: string, access: string | undefined): Promise<Response | undefined> | undefined {
  const asked = globalThis.window?.asked
  const answer = asked?.answers[url]
  delete asked?.answers[url]
  return asked?.access === access && performance.now() < EARLY_MS ? answer : undefined
}

function fill(template: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** '?page=2', without undefined values; '' for none. */
export function queryString(query: object | undefined): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) text.set(name, String(value))
  return text.size === 0 ? '' : `?${text.toString()}`
}

function unknownEndpoint(name: string): never {
  throw new Error(`No endpoint is called ${name}`)
}
