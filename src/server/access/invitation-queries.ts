import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { folded, hasWords } from '../db/like.ts'
import { isLive } from '../db/live.ts'
import type { InvitationRow } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { INVITATION_MS } from './rules.ts'

type NewInvitation = Pick<
  InvitationRow,
  'token_hash' | 'email' | 'request_id' | 'created_by' | 'label' | 'created_at' | 'expires_at'
>

/** Stores an invitation, replacing an open one for the same address. Resolves to its id. */
export async function putInvitation(tx: Tx, invitation: NewInvitation): Promise<number> {
  const { id } = await tx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .doUpdateSet(invitation),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findLive(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('invitations')
    .leftJoin('access_requests', 'access_requests.id', 'invitations.request_id')
    .select([
      'invitations.id',
      'invitations.email',
      (row) => row.fn.coalesce('access_requests.first_name', sql<string>`''`).as('first_name'),
      (row) => row.fn.coalesce('access_requests.last_name', sql<string>`''`).as('last_name'),
      (row) => row.fn.coalesce('access_requests.phone', sql<string>`''`).as('phone'),
      'access_requests.adult_declared_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(isLive('expires_at', now, INVITATION_MS))
    .executeTakeFirst()
}

/** The open invitation of an address, expired or not: the shop has not taken it back. */
export function findOpenOf(db: Db, email: string) {
  return isOpen(db)
    .select(['id', 'request_id', 'created_by', 'label'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Marks a live invitation as used; only one of two concurrent calls succeeds. */
export function takeInvitation(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .updateTable('invitations')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(isLive('expires_at', now, INVITATION_MS))
    .returning(['id', 'email', 'created_by', 'created_at', 'request_id'])
    .executeTakeFirst()
}

export async function setAccount(tx: Tx, id: number, userId: number): Promise<void> {
  await tx.updateTable('invitations').set({ user_id: userId }).where('id', '=', id).execute()
}

const isOpen = (db: Db) =>
  db.selectFrom('invitations').where('used_at', 'is', null).where('revoked_at', 'is', null)

interface InvitationFilter {
  /** Those that opened an account since then are listed too. */
  usedSince?: Date | undefined
  search?: string | undefined
}

function matching(db: Db, { usedSince, search }: InvitationFilter) {
  return db
    .selectFrom('invitations')
    .leftJoin('users as account', 'account.id', 'invitations.user_id')
    .where('revoked_at', 'is', null)
    .where((row) =>
      row.or([
        row('used_at', 'is', null),
        ...(usedSince ? [row('used_at', '>=', usedSince).and('user_id', 'is not', null)] : []),
      ]),
    )
    .$if(search !== undefined && search !== '', (found) => found.where(hasWords(NAMES, search ?? '')))
}

const NAMES = folded(
  sql`concat_ws(' ', invitations.email, label, account.username, account.first_name, account.last_name)`,
)

/** Newest first, expired ones too, as people may still open their link. */
export function listInvitationRows(
  db: Db,
  filter: InvitationFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return matching(db, filter)
    .leftJoin('users', 'users.id', 'invitations.created_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.label',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.used_at',
      'users.username as created_by',
      'account.id as account_id',
      'account.username',
      'account.first_name',
      'account.last_name',
    ])
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countInvitations(db: Db, filter: InvitationFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function lockInvitation(tx: Tx, id: number) {
  return tx
    .selectFrom('invitations')
    .select(['id', 'used_at', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function revoke(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('invitations').set({ revoked_at: at }).where('id', '=', id).execute()
}

/** Invitations that opened an account stay as long as the account. */
export async function deleteOldInvitations(
  db: Db,
  { expiredBefore }: { expiredBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('used_at', 'is', null)
    .where('expires_at', '<', expiredBefore)
    .execute()
}
