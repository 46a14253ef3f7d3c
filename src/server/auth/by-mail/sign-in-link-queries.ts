import { latestStart } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { after, LINK_MS } from '../rules.ts'

/** Stores the sign-in link of an account; it replaces an earlier one. */
export async function putSignInLink(
  tx: Db,
  link: { userId: number; email: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  const row = { email: link.email, token_hash: link.tokenHash, expires_at: link.expiresAt }
  await tx
    .insertInto('sign_in_links')
    .values({ user_id: link.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** A live link of an active account that still has its address. */
export function findSignInLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sign_in_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select('users.username')
    .where('link.token_hash', '=', tokenHash)
    .where('link.expires_at', '>', now)
    .where('link.expires_at', '<=', after(latestStart(now), LINK_MS))
    .whereRef('users.email', '=', 'link.email')
    .where('users.is_active', '=', true)
    .executeTakeFirst()
}

/** Deletes a live link and returns whose it was, so that only one of two requests with it succeeds. */
export function takeSignInLink(tx: Db, tokenHash: Buffer, now: Date) {
  return tx
    .deleteFrom('sign_in_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', after(latestStart(now), LINK_MS))
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}
