import { type RawBuilder, sql } from 'kysely'

/** Somebody whom the shop forgets. */
export interface ForgottenPerson {
  /** Null without an account. */
  userId: number | null
  /** In lower case; null for one that was not shown to be theirs. */
  email: string | null
}

/** Rows of their account, and those that came without an account under their address. */
export function isTheirs({ userId, email }: ForgottenPerson, address: string): RawBuilder<boolean> {
  return sql<boolean>`(user_id = ${userId}::int or (user_id is null and lower(${sql.ref(address)}) = ${email}::text))`
}

/** Rows of accounts that once had the address get the one that the account has now. */
export function readdressing(
  { email }: ForgottenPerson,
  table: string,
  address: string,
): RawBuilder<unknown> {
  return sql`update ${sql.table(table)} t set ${sql.ref(address)} = u.email from users u
    where u.id = t.user_id and lower(u.email) <> ${email}::text and lower(t.${sql.ref(address)}) = ${email}::text`
}
