import type { Tx } from '../db/transaction.ts'
import { visitorHash } from './address.ts'
import { type Limiter, perDay, tryTurn, type Turn } from './quota.ts'

/** The caller as the subject of a quota and the owner of idempotency keys: the account, else the address. */
export function callerOf(
  { secret }: Pick<Limiter, 'secret'>,
  user: { id: number } | undefined,
  address: string,
): { subject: Turn['subject']; scope: string } {
  if (user) return { subject: user.id, scope: `user:${user.id}` }
  const visitor = visitorHash(secret, address).toString('base64url')
  return { subject: visitor, scope: `visitor:${visitor}` }
}

/** To one address, and in total. */
const MAILS_TO_ADDRESS = perDay(3)
const MAILS_TO_VISITORS = perDay(100)

/** Counts a mail to an address typed by a visitor, which may be anybody's; false when there were too many today. */
export async function mayMailVisitor(
  tx: Tx,
  shop: Limiter,
  about: 'regret' | 'claim',
  email: string,
): Promise<boolean> {
  const heldBackUntil =
    (await tryTurn(tx, shop, { name: `${about} mails to`, subject: email, quota: MAILS_TO_ADDRESS })) ??
    (await tryTurn(tx, shop, { name: `${about} mails`, subject: 'visitors', quota: MAILS_TO_VISITORS }))
  return heldBackUntil === undefined
}
