import type { ErrorCode, ShortLine } from '../contract/errors.ts'
import { shortfallText } from '../contract/errors.ts'

/** HTTP status of each code: the only place where the two meet. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  VALIDATION: 400,
  WRONG_CODE: 400,
  WRONG_PASSWORD: 400,
  WITHOUT_PRICE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  ACCOUNT_NOT_VERIFIED: 403,
  ACCOUNT_INACTIVE: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  OUT_OF_STOCK: 409,
  STALE: 409,
  IN_USE: 409,
  LIMIT_REACHED: 409,
  DUPLICATE: 409,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

interface Facts {
  /** Texts by field, shown under the fields. */
  errors?: Record<string, string[]>
  lines?: ShortLine[]
  email?: string
  retryAfterSeconds?: number
}

/** A refusal that people can do something about: a code for programs, a Spanish text for people, and the facts. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts

  constructor(code: ErrorCode, text: string, facts: Facts = {}) {
    super(text)
    this.name = 'DomainError'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return HTTP_STATUS[this.code]
  }
}

/** Wrong input in one or more fields. The text people see first is the first field's. */
export function invalid(errors: Record<string, string[]>): DomainError {
  const first = Object.values(errors)[0]?.[0] ?? 'Los datos no son válidos'
  return new DomainError('VALIDATION', first, { errors })
}

export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', what)
}

export function outOfStock(lines: ShortLine[]): DomainError {
  return new DomainError('OUT_OF_STOCK', lines.map(shortfallText).join('. '), { lines })
}
