import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { maskAddress } from './mail/mask.ts'

/** The parts of a request that its log lines need. */
interface LoggedRequest {
  id: string
  log: FastifyBaseLogger
}

const current = new AsyncLocalStorage<LoggedRequest>()

/** Adds the request's id to everything that `work` logs, also after the response. */
export function forRequest<Result>(request: LoggedRequest, work: () => Result): Result {
  return current.run(request, work)
}

/** The log of the current request; undefined in background jobs. */
export function requestLog(): FastifyBaseLogger | undefined {
  return current.getStore()?.log
}

/** Fields with secrets and personal data: their values are not logged, wherever they are in a line. */
const SECRET = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'old_password',
  'password2',
  'password_hash',
  'access',
  'refresh',
  'token',
  'device',
  'challenge',
  'code',
  'codes',
  'verification_code',
  'email',
  'phone',
  'customer_phone',
  'username_or_email',
  'secretAccessKey',
]
/** Keeps codes of errors (`23505`, `NOT_FOUND`); codes of six digits are secrets. */
const keepErrorCode = (value: unknown, path: string[]) =>
  path.at(-1) === 'code' && typeof value === 'string' && !/^\d{6}$/.test(value) ? value : '[Redacted]'

/**
 * The log: one JSON object a line, with the `request_id` in lines of a request. Secrets are removed by their field name,
 * tokens and addresses also by their form.
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
      // A new object each time, as pino adds the fields of the line to it.
      mixin: (_line, _level, logger) => ({ ...(idOf(logger) ?? (logger === root ? idOfRequest() : {})) }),
      hooks: { streamWrite: maskSecrets },
    },
    ...(destination ? [destination] : []),
  )
  return root
}

const ID = Symbol('facts of the request')

/**
 * The log of a request, for Fastify's `childLoggerFactory`. Pino serializes and redacts the fields of a child when it is
 * created, which takes longer than sending a cached response; here they are added when a line is written.
 */
export function logOfRequest(
  log: FastifyBaseLogger,
  facts: Record<string, unknown>,
  options: ChildLoggerOptions,
): FastifyBaseLogger {
  return Object.assign(log.child({}, options), { [ID]: facts })
}

function idOf(log: object): object | undefined {
  return Reflect.get(log, ID) as object | undefined // safe: only `logOfRequest` has the symbol
}

function idOfRequest(): { request_id?: string } {
  const request = current.getStore()
  return request ? { request_id: request.id } : {}
}

/** The fields needed to find a fault, without input that PostgreSQL, mail servers or parsers repeat in others. */
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
/** Masked already. */
const MASKED = /^.\*\*\*@/

function maskSecrets(line: string): string {
  return line
    .replace(TOKEN, '[token]')
    .replace(ADDRESS, (address) =>
      MASKED.test(address) ? address : maskAddress(address.replace('%40', '@')),
    )
}
