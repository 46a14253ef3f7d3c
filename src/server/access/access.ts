import type * as contract from '../../contract/accounts/access.ts'
import type { AccessRequest } from '../../contract/accounts/access.ts'
import type { AccessStatus } from '../../contract/accounts/access-rules.ts'
import { readPhone } from '../../contract/numbering-plan.ts'
import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import { recordActivity } from '../activity/activity.ts'
import { findByName } from '../auth/auth.ts'
import type { AccessRequestRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import type { SessionUser } from '../http/caller.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { accessApprovedMail, accessRejectedMail, accountExistsMail } from '../mail/access-mails.ts'
import { enqueueMail } from '../mail/outbox.ts'
import type { Mail } from '../mail/templates.ts'
import type { Shop } from '../shop.ts'
import { deleteOldInvitations } from './invitation-queries.ts'
import { giveInvitation } from './invitations.ts'
import * as queries from './queries.ts'
import { KEPT_MS, WAITS_MS } from './rules.ts'

export { tellApplicant } from './invitations.ts'
export { forgetAccess } from './queries.ts'

/** A page of requests of one state, and how many each state has in the search. */
export async function listAccessRequests({
  shop,
  query: { status = 'waiting', ...query },
}: InputOf<typeof contract.listAccessRequests>) {
  const { search } = query
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const rows = await queries.listRequests(
    shop.db,
    { status, search },
    { limit: paging.pageSize, offset: paging.offset },
  )
  const counts: Record<AccessStatus, number> = { waiting: 0, approved: 0, rejected: 0, expired: 0 }
  for (const row of await queries.countRequests(shop.db, search)) {
    if (row.status !== 'unverified') counts[row.status] = row.count
  }
  const results = await withAlike(shop, rows)
  const found = pageOf('/auth/access-requests/', { ...query, status }, paging, {
    results,
    count: counts[status],
  })
  return { ...found, counts }
}

/**
 * Approves a request, which mails an invitation, or rejects it; the note is in the mail. An address that has an
 * account by now is mailed that instead, unless the account is deactivated. Throws 404, STALE, CONFLICT for a request
 * that is not waiting, or for `resend` has no invitation.
 */
export async function decideAccess({
  shop,
  user: admin,
  params: { id },
  body: { decision, note, version },
}: InputOf<typeof contract.decideAccess>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const before = await queries.lockRequest(tx, id)
    if (!before) throw unknownRequest()
    if (before.version !== version)
      throw new DomainError('STALE', 'Otra persona cambió esta solicitud. Leela de nuevo y repetí el cambio.')
    if (decision === 'resend') return resend(tx, shop, admin, before, note)
    if (before.status !== 'waiting')
      throw new DomainError('CONFLICT', 'Esta solicitud ya no espera una respuesta')
    const account = await findByName(tx, before.email)
    const status = decision === 'approve' ? 'approved' : 'rejected'
    const decided = { status, note, decided_by: admin.id, decided_at: at } as const
    await queries.updateRequest(tx, id, { ...decided, user_id: account?.id ?? null })
    await recordActivity(tx, {
      at,
      action: 'status_change',
      entity: 'access_request',
      entityId: id,
      description: `Pedido de acceso #${id} ${status === 'approved' ? 'aprobado' : 'rechazado'}`,
      userId: admin.id,
      changes: { old_status: before.status, new_status: status },
    })
    if (account && !account.is_active) return
    const mail = account
      ? accountExistsMail(shop.config.publicUrl, note)
      : await answerMail(tx, shop, before, { status, note, by: admin.id })
    await enqueueMail(tx, { to: before.email, userId: account?.id ?? null, ...mail, at })
  })
  return getRequest(shop, id)
}

/** A mail may be lost, or deleted unread. */
async function resend(
  tx: Tx,
  shop: Shop,
  admin: SessionUser,
  request: AccessRequestRow,
  note: string,
): Promise<void> {
  const { id, email } = request
  if (request.status !== 'approved' || request.user_id !== null || (await findByName(tx, email)))
    throw new DomainError('CONFLICT', 'Esta solicitud no tiene una invitación para mandar de nuevo')
  const at = shop.now()
  const mail = await answerMail(tx, shop, request, { status: 'approved', note, by: admin.id })
  await enqueueMail(tx, { to: email, userId: null, ...mail, at })
  await recordActivity(tx, {
    at,
    action: 'update',
    entity: 'access_request',
    entityId: id,
    description: `Pedido de acceso #${id}: invitación mandada de nuevo`,
    userId: admin.id,
  })
}

async function answerMail(
  tx: Tx,
  shop: Shop,
  { id, email }: AccessRequestRow,
  { status, note, by }: { status: 'approved' | 'rejected'; note: string; by: number },
): Promise<Mail> {
  if (status === 'rejected') return accessRejectedMail(note)
  const { address } = await giveInvitation(tx, shop, { email, requestId: id, by, label: '' })
  return accessApprovedMail(address, note)
}

async function getRequest(shop: Shop, id: number): Promise<AccessRequest> {
  const row = await queries.findRequest(shop.db, id)
  if (!row) throw unknownRequest()
  const [request] = await withAlike(shop, [row])
  return request ?? requestView(row, [])
}

const ALIKE = 10

async function withAlike(shop: Shop, rows: queries.ListedRequest[]): Promise<AccessRequest[]> {
  const alike = await queries.listAlike(
    shop.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) =>
    requestView(
      row,
      alike.filter(({ of }) => of === row.id),
    ),
  )
}

function alikeView(row: queries.AlikeRow, phone: string): AccessRequest['alike'][number] {
  const isSamePhone = readPhone(row.phone) !== undefined && readPhone(row.phone) === readPhone(phone)
  return {
    id: row.id,
    // safe: the query leaves out `unverified`
    status: row.status as AccessStatus,
    created_at: row.created_at.toISOString(),
    same: [
      ...(row.is_same_email ? (['email'] as const) : []),
      ...(row.is_same_name ? (['name'] as const) : []),
      ...(isSamePhone ? (['phone'] as const) : []),
    ],
  }
}

function unknownRequest(): DomainError {
  return notFound('Solicitud no encontrada')
}

function requestView(row: queries.ListedRequest, alike: queries.AlikeRow[]): AccessRequest {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    message: row.message,
    // safe: the queries leave out `unverified`
    status: row.status as AccessStatus,
    note: row.note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by_name,
    user_id: row.user_id,
    alike: alike
      .map((one) => alikeView(one, row.phone))
      .filter(({ same }) => same.length > 0)
      .slice(0, ALIKE),
    version: row.version,
  }
}

/** Expires unanswered requests and erases old ones that led to no account. */
export async function removeOldRequests(shop: Shop): Promise<void> {
  const at = shop.now()
  const before = (age: number) => new Date(at.getTime() - age)
  await inTransaction(shop.database, async (tx) => {
    for (const id of await queries.expireRequests(tx, { createdBefore: before(WAITS_MS), at }))
      await recordActivity(tx, {
        at,
        action: 'status_change',
        entity: 'access_request',
        entityId: id,
        description: `Pedido de acceso #${id} vencido`,
        userId: null,
        changes: { old_status: 'waiting', new_status: 'expired' },
      })
  })
  await queries.deleteOldRequests(shop.db, { decidedBefore: before(KEPT_MS) })
  await deleteOldInvitations(shop.db, { expiredBefore: before(KEPT_MS) })
}
