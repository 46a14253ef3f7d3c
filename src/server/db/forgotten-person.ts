import { type RawBuilder, sql } from 'kysely'

/** A person whose data is removed. */
export interface ForgottenPerson {
  /** Null without an account. */
  userId: number | null
  /** In lower case; null for an unverified address. */
  email: string | null
}

/** Rows of the account, and rows without an account under the address. */
export function isTheirs({ userId, email }: ForgottenPerson, address: string): RawBuilder<boolean> {
  return sql<boolean>`(user_id = ${userId}::int or (user_id is null and lower(${sql.ref(address)}) = ${email}::text))`
}

/** Rows of accounts that once had the address get the account's current one. */
export function readdressing(
  { email }: ForgottenPerson,
  table: string,
  address: string,
): RawBuilder<unknown> {
  return sql`update ${sql.table(table)} t set ${sql.ref(address)} = u.email from users u
    where u.id = t.user_id and lower(u.email) <> ${email}::text and lower(t.${sql.ref(address)}) = ${email}::text`
}
