import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { maskAddress } from './mail/mask.ts'

/** What a line of the log needs of the request it is written for. */
interface LoggedRequest {
  id: string
  log: FastifyBaseLogger
}

const current = new AsyncLocalStorage<LoggedRequest>()

/** Whatever `work` logs, also after it has answered, carries the id of the request. */
export function forRequest<Result>(request: LoggedRequest, work: () => Result): Result {
  return current.run(request, work)
}

/** The log of the request that is being answered; undefined for what the shop does of itself. */
export function requestLog(): FastifyBaseLogger | undefined {
  return current.getStore()?.log
}

/** Names under which secrets and people travel; wherever they stand in a line, what they name is not written. */
const SECRET = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'current_password',
  'password_hash',
  'access',
  'refresh',
  'token',
  'device',
  'code',
  'verification_code',
  'email',
  'phone',
  'customer_phone',
  'username_or_email',
  'secretAccessKey',
]
/** Codes of errors (`23505`, `NOT_FOUND`) are what one looks for; those of six digits open accounts. */
const keepErrorCode = (value: unknown, path: string[]) =>
  path.at(-1) === 'code' && typeof value === 'string' && !/^\d{6}$/.test(value) ? value : '[Redacted]'

/**
 * The log: one JSON object a line. Every line written while a request is answered has its `request_id`. Secrets do not
 * get in by name, and tokens and addresses not by their looks either.
 */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const root: Logger = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET.flatMap((name) => ['', '*.', '*.*.', '*.*.*.'].map((depth) => `${depth}${name}`)),
        censor: keepErrorCode,
      },
      serializers: { err: describeError },
      // A new object each time: pino writes the line's own fields into it.
      mixin: (_line, _level, logger) => ({ ...(idOf(logger) ?? (logger === root ? idOfRequest() : {})) }),
      hooks: { streamWrite: maskSecrets },
    },
    ...(destination ? [destination] : []),
  )
  return root
}

const ID = Symbol('what a log says of its request')

/**
 * A request's own log, as Fastify asks for one with each request. What is given to a child of pino is masked at once,
 * which takes longer than to send a kept answer; this one says it when it writes.
 */
export function logOfRequest(
  log: FastifyBaseLogger,
  facts: Record<string, unknown>,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return Object.assign(log.child({}, options), { [ID]: facts })
}

function idOf(log: object): object | undefined {
  return Reflect.get(log, ID) as object | undefined // safe: nobody else has the symbol
}

function idOfRequest(): { request_id?: string } {
  const request = current.getStore()
  return request ? { request_id: request.id } : {}
}

/** What finds the fault, and nothing that PostgreSQL, a mail server or a parser repeats of what people typed. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const facts = ['code', 'constraint', 'table', 'severity', 'responseCode', 'syscall', '$metadata'] as const
  const known = facts
    .map((name) => [name, Reflect.get(error, name) as unknown] as const)
    .filter(([, value]) => ['string', 'number'].includes(typeof value))
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(known),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/** Tokens have 43 characters of base64url; a request's id may have as many. */
const TOKEN = /(?<!"request_id":")(?<![\w-])[\w-]{43}(?![\w-])/g
const ADDRESS = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g
/** Where one is told to mask twice nothing changes. */
const MASKED = /^.\*\*\*@/

function maskSecrets(line: string): string {
  return line
    .replace(TOKEN, '[token]')
    .replace(ADDRESS, (address) =>
      MASKED.test(address) ? address : maskAddress(address.replace('%40', '@')),
    )
}
