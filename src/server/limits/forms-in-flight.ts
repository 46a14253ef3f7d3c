import { DomainError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { addressGroup } from './address.ts'

/** In total: at most a gigabyte on disk. */
const MAX_FORMS = 70
/** Of these, visitors may have so many; the rest is for accounts. */
const MAX_OF_VISITORS = 50
/** For one account or visitor: a claim sends its three photos at once. */
const MAX_EACH = 4

/** The sender of a form; `user` is undefined for a visitor. */
export interface Sender {
  user: { id: number } | undefined
  address: string
}

const bySender = new Map<string, number>()
let ofVisitors = 0
let ofAccounts = 0

/**
 * Counts a form with files until the returned function is called. Throws a 429 when this sender has too many in progress
 * (`RATE_LIMIT_FACTOR` applies) and a 503 when all have.
 */
export function countForm({ config }: Pick<Shop, 'config'>, { user, address }: Sender): () => void {
  const sender = user ? `user ${user.id}` : addressGroup(address)
  const own = bySender.get(sender) ?? 0
  const factor = config.rateLimitFactor
  if (factor > 0 && own >= Math.max(1, Math.round(MAX_EACH * factor)))
    throw tooMany('TOO_MANY_REQUESTS', 'Todavía se están recibiendo otras imágenes tuyas.')
  if (ofVisitors + ofAccounts >= MAX_FORMS || (!user && ofVisitors >= MAX_OF_VISITORS))
    throw tooMany('UNAVAILABLE', 'Se están subiendo muchas imágenes.')
  const add = (one: 1 | -1) => {
    const now = (bySender.get(sender) ?? 0) + one
    if (now > 0) bySender.set(sender, now)
    else bySender.delete(sender)
    if (user) ofAccounts += one
    else ofVisitors += one
  }
  add(1)
  return () => add(-1)
}

function tooMany(code: 'TOO_MANY_REQUESTS' | 'UNAVAILABLE', why: string): DomainError {
  return new DomainError(code, `${why} Probá de nuevo en unos segundos.`, { retryAfterSeconds: 5 })
}
