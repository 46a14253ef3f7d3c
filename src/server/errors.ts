import type { ErrorCode, ShortLine } from '../contract/errors.ts'
import { shortfallText } from '../contract/errors.ts'
import { FACTOR_MISSING } from '../contract/accounts/second-factor-rules.ts'
import { SESSION_OVER } from '../contract/accounts/session-over.ts'

/** The HTTP status of each code, defined only here. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  VALIDATION: 400,
  WRONG_CODE: 400,
  WRONG_PASSWORD: 400,
  WITHOUT_PRICE: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  ACCOUNT_NOT_VERIFIED: 403,
  ACCOUNT_INACTIVE: 403,
  SECOND_FACTOR_REQUIRED: 403,
  PROOF_REQUIRED: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  OUT_OF_STOCK: 409,
  STALE: 409,
  IN_USE: 409,
  LIMIT_REACHED: 409,
  DUPLICATE: 409,
  CONFLICT: 409,
  CONFIRM: 409,
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
  challenge?: string
  retryAfterSeconds?: number
}

/** An expected refusal: a code for programs, a Spanish text for people, and facts. */
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

export const INVALID = 'Los datos no son válidos'

/** VALIDATION with texts by field. The main text is that of the first field. */
export function invalid(errors: Record<string, string[]>): DomainError {
  const first = Object.values(errors)[0]?.[0] ?? INVALID
  return new DomainError('VALIDATION', first, { errors })
}

export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', what)
}

/** The call needs a token. */
export function noToken(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'No se encontró token de autenticación')
}

export function notAllowed(): DomainError {
  return new DomainError('FORBIDDEN', 'No tienes permisos para esta acción')
}

/** Staff must have a second factor, and this account has none. */
export function factorMissing(): DomainError {
  return new DomainError('FORBIDDEN', FACTOR_MISSING)
}

/** Overloaded; trying again in some seconds works. */
export function busy(): DomainError {
  const text = 'La tienda está ocupada. Probá de nuevo en unos segundos.'
  return new DomainError('UNAVAILABLE', text, { retryAfterSeconds: 2 })
}

export function sessionOver(): DomainError {
  return new DomainError('UNAUTHENTICATED', SESSION_OVER)
}

export function outOfStock(lines: ShortLine[]): DomainError {
  return new DomainError('OUT_OF_STOCK', lines.map(shortfallText).join('. '), { lines })
}
