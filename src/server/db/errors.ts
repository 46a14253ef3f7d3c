/** What a failure of the database means for the request. */
interface DatabaseProblem {
  /**
   * - `bad-input`: not a possible value (too large, a NUL in a text, not a UUID)
   * - `duplicate`: a unique value exists already
   * - `conflict`: a constraint forbids it, or a row it refers to is gone
   * - `busy`: a lock, a deadlock or a queue took too long; trying again may work
   * - `unavailable`: the database cannot be reached, is starting or stopping, or is full
   */
  kind: 'bad-input' | 'duplicate' | 'conflict' | 'busy' | 'unavailable'
  constraint?: string
}

/**
 * Classifies an error of either engine. Undefined for other errors, and for mistakes of this code (wrong SQL, a missing
 * value, a division by zero), which remain unexpected errors.
 * Codes: https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export function databaseProblem(error: unknown): DatabaseProblem | undefined {
  if (!(error instanceof Error)) return undefined
  const kind = kindByCode(textField(error, 'code')) ?? kindByMessage(error.message)
  if (!kind) return error.cause === undefined ? undefined : databaseProblem(error.cause)
  const constraint = textField(error, 'constraint')
  return constraint === undefined ? { kind } : { kind, constraint }
}

type Kind = DatabaseProblem['kind']

const byCode: Record<string, Kind> = {
  '22001': 'bad-input', // string too long
  '22003': 'bad-input', // number out of range
  '22007': 'bad-input', // not a date
  '22008': 'bad-input', // date out of range
  '22021': 'bad-input', // a NUL or broken UTF-8
  '22025': 'bad-input', // LIKE pattern ends in its escape character
  '22P02': 'bad-input', // not a number, not a UUID
  '22P05': 'bad-input', // a character the encoding does not have
  '2201W': 'bad-input', // negative LIMIT
  '2201X': 'bad-input', // negative OFFSET
  '2201B': 'bad-input', // bad regular expression
  '54000': 'bad-input', // too long for an index
  '23505': 'duplicate',
  '23P01': 'duplicate', // exclusion constraint
  '23503': 'conflict', // foreign key
  '23514': 'conflict', // check
  '40001': 'busy', // serialization failure
  '40P01': 'busy', // deadlock
  '55P03': 'busy', // lock_timeout
  '57014': 'busy', // statement_timeout
  '25P03': 'busy', // idle_in_transaction_session_timeout
  '57P01': 'unavailable', // shutting down
  '57P02': 'unavailable', // crashed
  '57P03': 'unavailable', // starting up
  '25006': 'unavailable', // read only: a standby after a failover
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
}

/** Whole classes: connection failures, exhausted resources, input and output errors. */
const unavailableClasses = ['08', '53', '58']

function kindByCode(code: string | undefined): Kind | undefined {
  if (code === undefined) return undefined
  return (
    byCode[code] ??
    (code.length === 5 && unavailableClasses.includes(code.slice(0, 2)) ? 'unavailable' : undefined)
  )
}

/** Errors of `pg` itself have no code: https://github.com/brianc/node-postgres/blob/master/packages/pg-pool/index.js */
const byMessage: [RegExp, Kind][] = [
  [/^timeout exceeded when trying to connect$/, 'busy'],
  [/^Connection terminated/, 'unavailable'],
  [/^The embedded database (stopped|ended|failed)/, 'unavailable'],
  // It could not be reopened, e.g. on a failing disk.
  [/^PGlite failed to initialize properly/, 'unavailable'],
  [/^Client has encountered a connection error/, 'unavailable'],
]

function kindByMessage(message: string): Kind | undefined {
  return byMessage.find(([pattern]) => pattern.test(message))?.[1]
}

function textField(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
