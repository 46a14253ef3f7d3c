/** Stable error codes. `server/errors.ts` has the HTTP status of each. */
export type ErrorCode =
  | 'VALIDATION'
  | 'UNAUTHENTICATED'
  | 'INVALID_CREDENTIALS'
  | 'ACCOUNT_NOT_VERIFIED'
  | 'ACCOUNT_INACTIVE'
  | 'SECOND_FACTOR_REQUIRED'
  | 'PROOF_REQUIRED'
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
  | 'CONFIRM'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'IDEMPOTENCY_MISMATCH'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL'

/** A presentation with less stock than an order asks for. `available` in units. */
export interface ShortLine {
  blister_id: number
  name: string
  available: number
  /** The product or the presentation was removed; then `available` is 0. */
  is_removed?: boolean
}

/**
 * The body of every refusal. `error` and `message` are the same Spanish text for people; `errors` has texts by field.
 * The text of CONFIRM is a question: the call does it when it is sent again with the flag that its description names.
 * PROOF_REQUIRED has under `errors` what `proveSession` must send before the call is repeated. `lines` comes with OUT_OF_STOCK, `email` with ACCOUNT_NOT_VERIFIED, `challenge` with SECOND_FACTOR_REQUIRED.
 */
export interface ErrorBody {
  error: string
  message: string
  code: ErrorCode
  errors?: Record<string, string[]>
  request_id: string
  lines?: ShortLine[]
  email?: string
  challenge?: string
}

export const PRODUCT_NOT_FOUND = 'Producto no encontrado'

/** The text of a refusal, also shown by the cart beside the line. */
export function shortfallText(line: Pick<ShortLine, 'name' | 'available' | 'is_removed'>): string {
  if (line.is_removed) return `${line.name} ya no existe en la tienda`
  return `No hay suficiente stock de ${line.name}. Stock disponible: ${line.available}`
}
