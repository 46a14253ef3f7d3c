import { enterSecondFactor, login, refreshTokens } from '../../contract/accounts/calls.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ViewOf, Where } from '../../contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { accessForCall, readSession, sessionOver } from '../session/session.ts'

/** A text of a `calls.ts`, with the type of its endpoint. */
type At<E> = Where & { readonly of?: E }
type EndpointAt<C> = C extends At<infer E> ? E : never

/** What is sent to an endpoint: `CallInput<typeof placeOrder>`. */
export type CallInput<C> = InputOf<EndpointAt<C>>
/** `AnswerOf<typeof placeOrder>`. */
export type AnswerOf<C> = ViewOf<EndpointAt<C>>

interface InputOf<E> {
  params?: ParamsOf<E>
  query?: Partial<Record<keyof QueryOf<E>, string | number | boolean | undefined>>
  body?: BodyOf<E>
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  /** The token to use, inside `exchangeSession`. */
  access?: string
}

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

/** Calls an endpoint of the contract. Throws `Refusal`. */
export async function call<E extends Endpoint>(where: At<E>, input: InputOf<E> = {}): Promise<ViewOf<E>> {
  if (inProcess) {
    const query = Object.fromEntries(new URLSearchParams(queryString(input.query)))
    const response = await inProcess(where, { params: input.params, query })
    if ('refusal' in response) throw new Refusal(response.status, response.refusal)
    return response.answer as ViewOf<E> // safe: the serializer of that endpoint wrote it
  }
  const answer = await send(where, addressOf(where, input), input)
  return answer as ViewOf<E> // safe: the serializer of that endpoint wrote it
}

/** Where `call` goes, below the origin. */
export function addressOf<E extends Endpoint>(where: At<E>, input: InputOf<E>): string {
  return `/api${fill(where.replace(/.* /, ''), input.params)}${queryString(input.query)}`
}

/** Login and refresh answer 401 to wrong input; elsewhere a 401 means that the session is over. */
const SIGN_IN: readonly Where[] = [login, enterSecondFactor, refreshTokens]

interface Sent {
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  access?: string
}

async function send(where: Where, url: string, sent: Sent): Promise<unknown> {
  const { body, idempotencyKey, signal } = sent
  const access = SIGN_IN.includes(where) ? undefined : (sent.access ?? (await accessForCall()))
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
        method: where.replace(/ .*/, ''),
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
    if (hasOther && sent.access === undefined) return send(where, url, sent)
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
