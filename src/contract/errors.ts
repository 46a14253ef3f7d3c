/** Stable names of what can go wrong. The HTTP status of each stands in `server/errors.ts`. */
export type ErrorCode =
  | 'VALIDATION'
  | 'UNAUTHENTICATED'
  | 'INVALID_CREDENTIALS'
  | 'ACCOUNT_NOT_VERIFIED'
  | 'ACCOUNT_INACTIVE'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'WRONG_CODE'
  | 'WRONG_PASSWORD'
  | 'OUT_OF_STOCK'
  | 'WITHOUT_PRICE'
  | 'STALE'
  | 'IN_USE'
  | 'LIMIT_REACHED'
  | 'DUPLICATE'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'IDEMPOTENCY_MISMATCH'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** What is short of an order: one entry a presentation. */
export interface ShortLine {
  blister_id: number
  name: string
  available: number
}

/** The body of every refusal. `error` and `message` say the same, for people, in Spanish. */
export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  errors?: Record<string, string[]>
  request_id: string
  lines?: ShortLine[]
  email?: string
}

/** The text of a shortfall, the same from the server and in the cart. */
export function shortfallText(line: Pick<ShortLine, 'name' | 'available'>): string {
  return `No hay suficiente stock de ${line.name}. Stock disponible: ${line.available}`
}
