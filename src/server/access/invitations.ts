import { EMAIL_TAKEN } from '../../contract/accounts/account-rules.ts'
import type * as contract from '../../contract/accounts/access.ts'
import type { Invitation } from '../../contract/accounts/access.ts'
import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import { recordActivity } from '../activity/activity.ts'
import { emailIsTaken } from '../auth/auth.ts'
import { after } from '../clock.ts'
import { onceBy } from '../db/idempotency.ts'
import type { AccessRequestRow, InvitationRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import { hmac } from '../hmac.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { accessWaitingMail, invitationMail, invitationWaitingMail } from '../mail/access-mails.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Mail } from '../mail/templates.ts'
import { newToken, tokenHash } from '../opaque-tokens.ts'
import type { Shop } from '../shop.ts'
import * as queries from './invitation-queries.ts'
import { findWaiting } from './queries.ts'
import { INVITATION_MS, RECENT_MS } from './rules.ts'

interface ForWhom {
  email: string
  requestId: number | null
  /** Null in an `open` shop. */
  by: number | null
  label: string
  /** Random by default. */
  token?: string
}

/**
 * Creates a link, which replaces an earlier one for the address. The token is in the URL fragment, which is not sent
 * to servers, logs or link previews.
 */
export async function giveInvitation(
  tx: Tx,
  shop: Shop,
  { email, requestId, by, label, token = newToken() }: ForWhom,
) {
  const at = shop.now()
  const expiresAt = after(at, INVITATION_MS)
  const id = await queries.putInvitation(tx, {
    token_hash: tokenHash(token),
    email,
    request_id: requestId,
    created_by: by,
    label,
    created_at: at,
    expires_at: expiresAt,
  })
  return { id, token, address: addressOf(shop, token), expiresAt }
}

/**
 * Mails an address without an account how it stands: a new link for its open invitation, as the earlier one may be lost, or
 * that its request waits. Nothing otherwise.
 */
export function tellApplicant(shop: Shop, email: string): Promise<void> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const mail = await stateMail(tx, shop, email)
    if (mail) await enqueueMail(tx, { to: email, userId: null, ...mail, at })
  })
}

async function stateMail(tx: Tx, shop: Shop, email: string): Promise<Mail | undefined> {
  const open = await queries.findOpenOf(tx, email)
  if (open) return invitationWaitingMail((await inviteAgain(tx, shop, email, open)).address)
  const waiting = await findWaiting(tx, email)
  return waiting && accessWaitingMail(statePage(shop, waiting))
}

/** A new link for an open invitation. */
export function inviteAgain(
  tx: Tx,
  shop: Shop,
  email: string,
  {
    request_id: requestId,
    created_by: by,
    label,
  }: Pick<InvitationRow, 'request_id' | 'created_by' | 'label'>,
) {
  return giveInvitation(tx, shop, { email, requestId, by, label })
}

type Request = Pick<AccessRequestRow, 'id' | 'email'>

/** Stored nowhere; it works as long as the request is kept. */
export function requestToken(shop: Shop, request: Request): string {
  return `${request.id}.${markOf(shop, request)}`
}

export function markOf({ secret }: Shop, { id, email }: Request): string {
  return hmac(secret, ['access state', id, email]).toString('base64url')
}

/** The page that tells how a request stands. */
export function statePage(shop: Shop, request: Request): string {
  return `${shop.config.publicUrl}/invitacion#p=${requestToken(shop, request)}`
}

function addressOf({ config }: Shop, token: string): string {
  return `${config.publicUrl}/invitacion#t=${token}`
}

/**
 * An invitation link made by an admin. A repeated key gets the same link, which is not stored: its token is an HMAC
 * of the nonce stored with the key. Throws DUPLICATE for the address of an account.
 */
export async function invite({
  shop,
  user: admin,
  body: { email, label, mail },
  key,
}: InputOf<typeof contract.invite>) {
  const at = shop.now()
  const keyed = { key, request: ['invite', email, label, ...(mail ? ['mail'] : [])], at }
  const { nonce, ...given } = await inTransaction(shop.database, (tx) =>
    onceBy(tx, admin.id, keyed, async () => {
      if (await emailIsTaken(tx, email))
        throw new DomainError('DUPLICATE', EMAIL_TAKEN, { errors: { email: [EMAIL_TAKEN] } })
      const nonce = newToken()
      const { id, address, expiresAt } = await giveInvitation(tx, shop, {
        email,
        requestId: null,
        by: admin.id,
        label,
        token: tokenOf(shop, nonce),
      })
      if (mail) await enqueueMail(tx, { to: email, userId: null, ...invitationMail(address), at })
      await recordActivity(tx, {
        at,
        action: 'create',
        entity: 'invitation',
        entityId: id,
        description: `Invitación #${id} creada`,
        userId: admin.id,
      })
      return { id, expires_at: expiresAt.toISOString(), nonce }
    }),
  )
  return { ...given, address: addressOf(shop, tokenOf(shop, nonce)) }
}

function tokenOf({ secret }: Shop, nonce: string): string {
  return hmac(secret, ['invitation', nonce]).toString('base64url')
}

/** Open invitations, and for `recent` those that opened an account in the last 30 days. */
export async function listInvitations({ shop, query }: InputOf<typeof contract.listInvitations>) {
  const { state, search } = query
  const usedSince = state === 'recent' ? new Date(shop.now().getTime() - RECENT_MS) : undefined
  const filter = { usedSince, search }
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const page = { limit: paging.pageSize, offset: paging.offset }
  const [rows, count] = await Promise.all([
    queries.listInvitationRows(shop.db, filter, page),
    queries.countInvitations(shop.db, filter),
  ])
  return pageOf('/auth/invitations/', query, paging, { results: rows.map(invitationView), count })
}

function invitationView(row: Awaited<ReturnType<typeof queries.listInvitationRows>>[number]): Invitation {
  const { id, email, label, created_by, account_id, username, first_name, last_name } = row
  return {
    id,
    email,
    label,
    created_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    account:
      account_id === null
        ? null
        : // Null only without an account.
          {
            id: account_id,
            username: username ?? '',
            first_name: first_name ?? '',
            last_name: last_name ?? '',
          },
  }
}

/** Revoking twice is no error. Throws 404, and CONFLICT for one that opened an account. */
export function revokeInvitation({
  shop,
  user: admin,
  params: { id },
}: InputOf<typeof contract.revokeInvitation>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await queries.lockInvitation(tx, id)
    if (!before) throw notFound('Invitación no encontrada')
    if (before.used_at) throw new DomainError('CONFLICT', 'La invitación ya se usó')
    if (before.revoked_at) return
    await queries.revoke(tx, id, at)
    await recordActivity(tx, {
      at,
      action: 'delete',
      entity: 'invitation',
      entityId: id,
      description: `Invitación #${id} anulada`,
      userId: admin.id,
    })
  })
}
