import { sql } from 'kysely'
import { ACCOUNT_COLUMNS } from '../db/columns.ts'
import type { Db } from '../db/connect.ts'
import { deleteLinks } from './by-mail/link-queries.ts'

/** By username or e-mail, ignoring case. Usernames have no @, so at most one account matches. */
export function findByName(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'password_hash'])
    .where((row) =>
      row.or([
        row(row.fn<string>('lower', ['username']), '=', name.toLowerCase()),
        row(row.fn<string>('lower', ['email']), '=', name.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
}

/** Filled by `demo/fill.ts`. */
export function isDemoShop(db: Db): Promise<boolean> {
  return db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'demo')
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

/** Undefined when the account has just been deleted. */
export function findAccount(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select([...ACCOUNT_COLUMNS, 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the row until the end of the transaction. */
export function lockAccount(tx: Db, id: number) {
  return tx
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function emailIsTaken(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
    .then((row) => row !== undefined)
}

/** False when the account was deactivated, or its password changed, since `passwordHash` was compared. */
export async function updateAfterLogin(
  tx: Db,
  { id, passwordHash, newHash, at }: { id: number; passwordHash: string; newHash: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ last_login_at: at, password_hash: newHash })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('password_hash', '=', passwordHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface ProfileFields {
  first_name?: string
  last_name?: string
  instagram?: string | null
}

export function updateProfileRow(tx: Db, id: number, fields: ProfileFields) {
  return tx
    .updateTable('users')
    .set(fields)
    .where('id', '=', id)
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Undefined when another account has that address. */
export function updateEmail(tx: Db, id: number, email: string, at: Date) {
  return tx
    .updateTable('users')
    .set({ email, email_verified_at: at })
    .where('id', '=', id)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('users as other')
            .select('other.id')
            .where(sql`lower(other.email)`, '=', email.toLowerCase()),
        ),
      ),
    )
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst()
}

/**
 * Notes that a code or link mailed to the address was used. False when the account had proved it before, or has another
 * address now. An address that the shop vouched for was verified when the account was created.
 */
export async function updateVerified(tx: Db, id: number, email: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where((user) =>
      user.or([
        user('email_verified_at', 'is', null),
        user('email_verified_at', '=', user.ref('created_at')),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends mailed links as well. False when the password has changed since. */
export async function updatePassword(tx: Db, id: number, oldHash: string, newHash: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', oldHash)
    .returning('id')
    .executeTakeFirst()
  await deleteLinks(tx, id)
  return row !== undefined
}

/** Without a check of the old password. */
export async function updatePasswordOf(tx: Db, id: number, newHash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: newHash }).where('id', '=', id).execute()
  await deleteLinks(tx, id)
}

// ---- Clean-up --------------------------------------------------------------------------------------------------

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('ends_at', '<=', now), row('idle_until', '<=', now)]))
    .execute()
  await db.deleteFrom('session_tokens').where('expires_at', '<=', now).execute()
  await db.deleteFrom('verification_codes').where('expires_at', '<=', now).execute()
  for (const table of ['mail_links', 'login_challenges', 'webauthn_challenges'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}
