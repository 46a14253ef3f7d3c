import { sql } from 'kysely'
import { removalHooks } from '../account-removal.ts'
import type { Db } from '../db/connect.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import { inTransaction } from '../db/transaction.ts'
import { DomainError } from '../errors.ts'
import { removeReleasedPhotos } from '../files/uploads.ts'
import { leaveNoTrace } from '../mail/forgotten.ts'
import { markOf, removalsSince } from '../mail/forgotten-list.ts'
import type { Shop } from '../shop.ts'
import { erasePerson, findIdOf } from '../users/users.ts'

/** Counts of removed or anonymised rows. `files`: mails stored as files. */
export type Forgotten = Record<keyof typeof removalHooks | 'accounts' | 'files', number>

type Books = Pick<Shop, 'database' | 'db' | 'now' | 'secret' | 'config' | 'files' | 'log'>

/**
 * Removes the account with this e-mail, as the panel does, and personal data under the address without an account:
 * orders, claims and regrets are anonymised, mails to and about it are deleted, sent or not. A restore repeats the
 * removal. Throws FORBIDDEN for the only owner.
 */
export async function forgetPerson(shop: Books, typed: string): Promise<Forgotten> {
  const email = typed.trim().toLowerCase()
  const { person, ...done } = await inTransaction(shop.database, async (tx) => {
    const person = { userId: (await findIdOf(tx, email)) ?? null, email }
    return { person, ...(await erasePerson(tx, removalHooks, person, shop.now())) }
  })
  await removeReleasedPhotos(shop)
  return { ...done, files: await leaveNoTrace(shop, person, email) }
}

/**
 * Call it after a restore: repeats the removals recorded since the backup (`takenAt`). Resolves to how many changed
 * something, to addresses that cannot be removed because they belong to the only owner, and to how many addresses
 * another secret hides.
 */
export async function forgetAgain(
  shop: Books,
  takenAt: Date,
): Promise<{ forgotten: number; kept: string[]; unreadable: number }> {
  const addresses = new Map((await addressesIn(shop.db)).map((email) => [markOf(shop, email), email]))
  const kept = new Set<string>()
  let [forgotten, unreadable] = [0, 0]
  for (const { mark, userId, isUnreadable } of await removalsSince(shop, takenAt)) {
    if (isUnreadable) unreadable += 1
    const email = addresses.get(mark) ?? null
    const found = email !== null && userId === undefined ? await findIdOf(shop.db, email) : userId
    try {
      if (await eraseAgain(shop, { userId: found ?? null, email })) forgotten += 1
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'FORBIDDEN')) throw error
      kept.add(await addressOf(shop.db, found ?? 0))
    }
  }
  await removeReleasedPhotos(shop)
  return { forgotten, kept: [...kept], unreadable }
}

/**
 * Repeats one removal; whether it changed anything. It is not recorded again: its first record still applies to older
 * backups, and a later one would also remove the data of people who have returned since.
 */
async function eraseAgain(shop: Books, person: ForgottenPerson): Promise<boolean> {
  if (person.userId === null && person.email === null) return false
  const counts = await inTransaction(shop.database, (tx) => erasePerson(tx, removalHooks, person, shop.now()))
  return Object.values(counts).some((count) => count > 0)
}

async function addressOf(db: Db, userId: number): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
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
