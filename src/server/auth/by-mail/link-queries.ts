import { latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { after, LINK_MS } from '../rules.ts'

/** Stores the link of an account; it replaces an earlier one. */
export async function putLink(
  tx: Db,
  {
    userId,
    email,
    tokenHash,
    expiresAt,
  }: { userId: number; email: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const link = { email, token_hash: tokenHash, expires_at: expiresAt }
  await tx
    .insertInto('mail_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
}

/** A link of an active account that still has its address. One that lives longer comes from a clock that was ahead. */
function liveLinks(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .select('users.id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', after(latestStart(now), LINK_MS))
    .whereRef('users.email', '=', 'mail_links.email')
    .where('users.is_active', '=', true)
}

export async function linkIsLive(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  return (await liveLinks(db, tokenHash, now).executeTakeFirst()) !== undefined
}

/** Deletes a live link and returns whose it was, so that only one of two requests with it succeeds. */
export function takeLink(tx: Db, tokenHash: Buffer, now: Date) {
  return tx
    .deleteFrom('mail_links')
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'in', liveLinks(tx, tokenHash, now))
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}

export async function deleteLink(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('mail_links').where('user_id', '=', userId).execute()
}
