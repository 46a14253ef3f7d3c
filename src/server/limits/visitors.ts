import type { Tx } from '../db/transaction.ts'
import { visitorHash } from './address.ts'
import { type Limiter, type Subject, tryTurn } from './quota.ts'

/** The caller as the subject of a quota and the owner of idempotency keys: the account, else the address. */
export function callerOf(
  { secret }: Pick<Limiter, 'secret'>,
  user: { id: number } | undefined,
  address: string,
): { subject: Subject; scope: string } {
  if (user) return { subject: user.id, scope: `user:${user.id}` }
  const visitor = visitorHash(secret, address).toString('base64url')
  return { subject: visitor, scope: `visitor:${visitor}` }
}

/** Counts a mail to an address typed by a visitor, which may be anybody's; false when there were too many today. */
export async function mayMailVisitor(
  tx: Tx,
  shop: Limiter,
  about: 'regret' | 'claim',
  email: string,
): Promise<boolean> {
  const heldBackUntil =
    (await tryTurn(tx, shop, 'mailsToVisitor', `${about} ${email}`)) ??
    (await tryTurn(tx, shop, 'mailsToVisitors', about))
  return heldBackUntil === undefined
}
