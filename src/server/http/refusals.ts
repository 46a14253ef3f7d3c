import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { databaseProblem } from '../db/errors.ts'
import { busy, DomainError, INVALID, notFound } from '../errors.ts'
import { addressGroup } from '../limits/address.ts'
import { ALWAYS } from './headers.ts'
import { drainRequest } from '../limits/drain-request.ts'

/** `{ 'products.0.quantity': ['La cantidad debe ser un número'] }`, as forms show them under their fields. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'general'
    const texts = (errors[field] ??= [])
    if (!texts.includes(issue.message)) texts.push(issue.message)
  }
  return errors
}

/** Replies to every thrown error with the same body shape. Only unexpected ones are logged as errors. */
export function refuseErrors(app: FastifyInstance): void {
  app.setErrorHandler(refusing(sendRefusal))
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, notFound('No existe esa dirección')))
}

/** An error handler that replies with `send`. */
export function refusing(send: typeof sendRefusal) {
  const isLogged = logSampling()
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = asDomainError(error)
    if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected error')
    else if (SECURITY.has(refusal.status) && isLogged(request, refusal))
      request.log.warn(factsOf(request, refusal), 'refused')
    if (isTooLarge(error)) drainRequest(request, reply)
    return send(request, reply, refusal)
  }
}

/** Whether a body was refused before it was read. */
function isTooLarge(error: unknown): boolean {
  return Object(error).code === 'FST_ERR_CTP_BODY_TOO_LARGE'
}

/** Refusals that an operator may look for in the log. */
const SECURITY = new Set([401, 403, 429])

/** Logs repeated refusals once a minute for each address and route, so that a flood does not fill the disk. */
function logSampling() {
  const logged = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  return (request: FastifyRequest, { status }: DomainError): boolean => {
    if (status !== 429) return true
    const key = `${addressGroup(request.ip)} ${request.routeOptions.url ?? ''}`
    if (logged.has(key)) return false
    logged.set(key, true)
    return true
  }
}

function factsOf(request: FastifyRequest, { code }: DomainError) {
  return {
    code,
    method: request.method,
    path: request.url.split('?', 1)[0],
    address: addressGroup(request.ip),
  }
}

/** For addresses that no route can match, such as `/%`. No hook runs for them, so the headers are set here. */
export function refuseBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(request, reply.headers(ALWAYS), new DomainError('VALIDATION', 'La dirección no se puede leer'))
}

/**
 * A proxy may route by one of two Host headers, where Node reads the first and drops the other:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    const isHost = (text: string, i: number) => i % 2 === 0 && /^host$/i.test(text)
    if (rawHeaders.filter(isHost).length > 1)
      throw new DomainError('VALIDATION', 'La solicitud tiene más de un encabezado Host')
  })
}

const LINGER_MS = 5_000

/** For malformed HTTP: there is no request object, so the response is written to the socket. */
export function refuseMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const text = isSlow ? 'La solicitud tardó demasiado' : 'La solicitud no se puede leer'
  const body = JSON.stringify({ error: text, message: text, code: 'VALIDATION' })
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // A client that does not read would otherwise hold the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: DomainError,
): FastifyReply {
  const { errors, lines, email, challenge } = refusal.facts
  const body: ErrorBody = {
    error: refusal.message,
    message: refusal.message,
    code: refusal.code,
    ...(errors && { errors }),
    ...(lines && { lines }),
    ...(email !== undefined && { email }),
    ...(challenge !== undefined && { challenge }),
    request_id: request.id,
  }
  setRetryAfter(reply, refusal)
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

export function setRetryAfter(reply: FastifyReply, { facts: { retryAfterSeconds } }: DomainError): void {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)))
}

/** The refusal for anything that was thrown; `INTERNAL` for an unexpected error. */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  return fromFastify(error) ?? fromDatabase(error) ?? unexpected()
}

const FASTIFY: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'La solicitud es demasiado grande'],
  FST_REQ_FILE_TOO_LARGE: ['TOO_LARGE', 'El archivo es demasiado grande'],
  FST_FILES_LIMIT: ['TOO_LARGE', 'Hay demasiados archivos'],
  FST_PARTS_LIMIT: ['TOO_LARGE', 'La solicitud tiene demasiadas partes'],
  FST_FIELDS_LIMIT: ['TOO_LARGE', 'La solicitud tiene demasiados campos'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_TYPE', 'El tipo de contenido no es válido: se espera JSON'],
  FST_ERR_CTP_INVALID_TYPE: ['UNSUPPORTED_TYPE', 'El tipo de contenido no es válido: se espera JSON'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_TYPE', 'Se espera un formulario con archivos'],
}

function fromFastify(error: unknown): DomainError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, statusCode } = error as FastifyError
  const known = typeof code === 'string' ? FASTIFY[code] : undefined
  if (known) return new DomainError(...known)
  if (statusCode === 413) return new DomainError('TOO_LARGE', 'La solicitud es demasiado grande')
  // Other errors of Fastify: a body that is not JSON, a wrong content length, a malformed address.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new DomainError('VALIDATION', 'La solicitud no se puede leer')
  }
  return undefined
}

function fromDatabase(error: unknown): DomainError | undefined {
  const problem = databaseProblem(error)
  switch (problem?.kind) {
    case 'bad-input':
      return new DomainError('VALIDATION', INVALID)
    case 'duplicate':
      return new DomainError('DUPLICATE', 'Ya existe un registro con esos datos')
    case 'conflict':
      return new DomainError('CONFLICT', 'El cambio no es posible en el estado actual')
    case 'busy':
    case 'unavailable':
      return busy()
    default:
      return undefined
  }
}

function unexpected(): DomainError {
  return new DomainError('INTERNAL', 'Ocurrió un error inesperado. Probá de nuevo en unos minutos.')
}
