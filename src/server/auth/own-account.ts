import { sessionOver } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { findAccount } from './queries.ts'

/** The caller's current account. Throws UNAUTHENTICATED when it has just been deleted. */
export async function getOwnAccount(shop: Shop, userId: number) {
  const account = await findAccount(shop.db, userId)
  if (!account) throw sessionOver()
  return account
}
