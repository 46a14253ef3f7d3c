import type { Db } from '../../db/connect.ts'
import { isLive } from '../../db/live.ts'
import type { LinkPurpose } from '../../db/tables.ts'
import { LINK_MS } from '../rules.ts'

interface NewLink {
  user_id: number
  purpose: LinkPurpose
  email: string
  token_hash: Buffer
  expires_at: Date
}

/** Earlier links stay valid. */
export async function insertLink(tx: Db, link: NewLink): Promise<void> {
  await tx.insertInto('mail_links').values(link).execute()
}

export interface Token {
  purpose: LinkPurpose
  tokenHash: Buffer
  now: Date
}

/** Matches unexpired links of active accounts whose address is unchanged. */
function liveLinks(db: Db, { purpose, tokenHash, now }: Token) {
  return db
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where(isLive('expires_at', now, LINK_MS))
    .whereRef('users.email', '=', 'mail_links.email')
    .where('users.is_active', '=', true)
}

/** The account of a link; undefined for an invalid one. */
export function findLink(db: Db, token: Token): Promise<{ id: number; username: string } | undefined> {
  return liveLinks(db, token).select(['users.id', 'users.username']).executeTakeFirst()
}

/** Deletes a live link; false for the second of two requests with it. Lock the account before. */
export async function deleteLink(tx: Db, token: Token): Promise<boolean> {
  const row = await tx
    .deleteFrom('mail_links')
    .where('token_hash', '=', token.tokenHash)
    .where('user_id', 'in', liveLinks(tx, token).select('users.id'))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Links of one purpose, or all. */
export async function deleteLinks(tx: Db, userId: number, purpose?: LinkPurpose): Promise<void> {
  await tx
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'reset'))
    .execute()
}
