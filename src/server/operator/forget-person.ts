import { sql } from 'kysely'
import { forgetAccessOf } from '../access/access.ts'
import { accountRemovalHooks } from '../account-removal.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetRegretsFrom } from '../legal/legal.ts'
import { forgottenOf, leaveNoTrace } from '../mail/forgotten.ts'
import { forgetMailWith } from '../mail/outbox.ts'
import { forgetOrdersFrom } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import { eraseAccount } from '../users/users.ts'
import { forgetClaimsFrom } from '../warranty/warranty.ts'

/** What was removed, or lost its personal data. */
export interface Forgotten {
  accounts: number
  /** Those that the shop noted without an account. */
  orders: number
  claims: number
  regrets: number
  /** Requests for access and invitations. */
  access: number
  mails: number
  files: number
}

type Books = Pick<Shop, 'database' | 'now' | 'config'>

/**
 * Removes the account with this e-mail as the panel does, and what was sent or noted under the address without one: orders,
 * claims and regrets lose their names, mails to and about it are deleted, sent or not. A restore forgets the address again.
 */
export async function forgetPerson(shop: Books, email: string): Promise<Forgotten> {
  const at = shop.now()
  const done = await inTransaction(shop.database, async (tx) => ({
    accounts: await eraseAccount(tx, accountRemovalHooks, email, at),
    orders: await forgetOrdersFrom(tx, email, at),
    claims: await forgetClaimsFrom(tx, email),
    regrets: await forgetRegretsFrom(tx, email),
    access: await forgetAccessOf(tx, email),
    mails: await forgetMailWith(tx, email),
  }))
  return { ...done, files: await leaveNoTrace(shop.config.dataDir, email) }
}

/** After a restore: forgets again who was forgotten since the backup. Resolves to how many. */
export async function forgetAgain(shop: Books): Promise<number> {
  const known = await addressesIn(shop.database.db)
  const forgotten = await forgottenOf(shop.config.dataDir, known)
  for (const email of forgotten) await forgetPerson(shop, email)
  return forgotten.length
}

async function addressesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users union select lower(email) from warranty_claims
    union select lower(customer_email) from orders where customer_email <> ''
    union select lower(email) from regret_requests union select email from access_requests
    union select email from invitations union select lower(recipient) from outbox`.execute(db)
  return rows.map(({ email }) => email)
}
