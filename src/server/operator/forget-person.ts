import { sql } from 'kysely'
import { removalHooks } from '../account-removal.ts'
import type { Db } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import { removeReleasedPhotos } from '../files/uploads.ts'
import { forgottenOf, leaveNoTrace } from '../mail/forgotten.ts'
import type { Shop } from '../shop.ts'
import { erasePerson } from '../users/users.ts'

/** Counts of removed or anonymised rows. `files`: mails stored as files. */
export type Forgotten = Record<keyof typeof removalHooks | 'accounts' | 'files', number>

type Books = Pick<Shop, 'database' | 'db' | 'now' | 'config' | 'files' | 'log'>

/**
 * Removes the account with this e-mail, as the panel does, and personal data under the address without an account:
 * orders, claims and regrets are anonymised, mails to and about it are deleted, sent or not. A restore repeats the
 * removal. Throws FORBIDDEN for the only owner.
 */
export async function forgetPerson(shop: Books, typed: string): Promise<Forgotten> {
  const email = typed.trim().toLowerCase()
  const done = await inTransaction(shop.database, (tx) => erasePerson(tx, removalHooks, email, shop.now()))
  await removeReleasedPhotos(shop)
  return { ...done, files: await leaveNoTrace(shop.config.dataDir, email) }
}

/**
 * After a restore: repeats the removals since the backup. Resolves to how many, and to addresses that cannot be
 * removed because they belong to the only owner.
 */
export async function forgetAgain(shop: Books): Promise<{ forgotten: number; kept: string[] }> {
  const emails = await forgottenOf(shop.config.dataDir, await addressesIn(shop.db))
  const kept: string[] = []
  for (const email of emails) {
    await forgetPerson(shop, email).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'FORBIDDEN')) throw error
      kept.push(email)
    })
  }
  return { forgotten: emails.length - kept.length, kept }
}

/** All addresses of people in the database. */
async function addressesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users union select lower(customer_email) from orders
    union select lower(email) from warranty_claims union select lower(email) from regret_requests
    union select lower(email) from access_requests union select lower(email) from invitations
    union select lower(recipient) from outbox union select lower(reply_to) from outbox where reply_to is not null`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}
