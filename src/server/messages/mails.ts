import { ADMIN_PAGE_SIZE } from '../../contract/limits.ts'
import {
  CODES_STAY,
  MAIL_KIND_LABEL,
  type MailKind,
  type MailState,
  NOT_FAILED,
  NOT_REPEATED,
  NOT_TRUE_ANY_MORE,
  OTHER_ADDRESS,
  RESENDS_A_DAY,
  RESENT_OFTEN,
  SECRET_KINDS,
  STILL_WAITING,
} from '../../contract/messages/mail-kinds.ts'
import type * as mails from '../../contract/messages/mails.ts'
import type { SentMail } from '../../contract/messages/mails.ts'
import { recordActivity } from '../activity/activity.ts'
import { dayOf, startOfDay } from '../days.ts'
import { onceBy } from '../db/idempotency.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingOf } from '../http/paging.ts'
import { regretMailAgain } from '../legal/legal.ts'
import { type Addressed, enqueueMail, retryFailed, settleFailed } from '../mail/outbox.ts'
import { orderMailAgain } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import { claimMailAgain } from '../warranty/warranty.ts'
import * as queries from './queries.ts'

/** A page, newest first, with the counts of the three states. */
export async function listMails({ shop, query }: InputOf<typeof mails.listMails>) {
  const paging = pagingOf(query, ADMIN_PAGE_SIZE)
  const filter = { state: query.state, orderId: query.order_id }
  const [rows, count, waiting, sent, failed] = await Promise.all([
    queries.listMailRows(shop.db, filter, { limit: paging.pageSize, offset: paging.offset }),
    queries.countMails(shop.db, filter),
    queries.countMails(shop.db, { state: 'waiting' }),
    queries.countMails(shop.db, { state: 'sent' }),
    queries.countMails(shop.db, { state: 'failed', isOpen: true }),
  ])
  return {
    ...pageOf('/messages/', query, paging, { results: rows.map(mailView), count }),
    counts: { waiting, sent, failed },
    to_files: shop.config.smtpUrl === undefined,
  }
}

/** Retries a failed mail, unchanged. Throws 404, CONFLICT; also when the account of an order has another address now. */
export async function retryMail({ shop, user: admin, params: { id } }: InputOf<typeof mails.retryMail>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const mail = await held(tx, id)
    if (isSecret(mail)) throw new DomainError('CONFLICT', CODES_STAY)
    if (await queries.hasOldAddress(tx, id)) throw new DomainError('CONFLICT', OTHER_ADDRESS)
    if (!(await retryFailed(tx, id, at))) throw new DomainError('CONFLICT', NOT_FAILED)
    await record(tx, mail, { by: admin.id, at, what: 'se vuelve a probar' })
  })
}

/**
 * Rewrites a mail from the current state of its order, claim or withdrawal, to the current address. Throws 404,
 * CONFLICT for codes and mails that are no longer true, LIMIT_REACHED after three a day.
 */
export async function resendMail({
  shop,
  user: admin,
  params: { id },
  key,
}: InputOf<typeof mails.resendMail>) {
  const at = shop.now()
  const keyed = { key, request: ['resendMail', id], at }
  return inTransaction(shop.database, (tx) =>
    onceBy(tx, admin.id, keyed, async () => {
      const mail = await held(tx, id)
      refuseResend(mail)
      const first = mail.resend_of ?? mail.id
      if ((await queries.countResends(tx, first, { since: startOfDay(dayOf(at)), now: at })) >= RESENDS_A_DAY)
        throw new DomainError('LIMIT_REACHED', RESENT_OFTEN)
      const again = await writeAgain(tx, shop, mail)
      if (!again) throw new DomainError('CONFLICT', NOT_TRUE_ANY_MORE)
      const { to, userId, replyTo } = again
      await enqueueMail(tx, { to, userId, replyTo, ...aboutOf(mail), resendOf: first, ...again.mail, at })
      await settleFailed(tx, id, at)
      await record(tx, mail, { by: admin.id, at, what: 'reenviado' })
      return {}
    }),
  )
}

/** Marks a failed mail as dealt with. Throws 404, CONFLICT. */
export async function settleMail({ shop, user: admin, params: { id } }: InputOf<typeof mails.settleMail>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const mail = await held(tx, id)
    if (!(await settleFailed(tx, id, at))) throw new DomainError('CONFLICT', NOT_FAILED)
    await record(tx, mail, { by: admin.id, at, what: 'dado por resuelto' })
  })
}

// ---- Parts -----------------------------------------------------------------------------------------------------

async function held(tx: Tx, id: number): Promise<queries.HeldMail> {
  const mail = await queries.lockMail(tx, id)
  if (!mail) throw notFound('Email no encontrado')
  return mail
}

function refuseResend(mail: queries.MailRow): void {
  if (isSecret(mail)) throw new DomainError('CONFLICT', CODES_STAY)
  if (!isRepeated(mail)) throw new DomainError('CONFLICT', NOT_REPEATED)
  if (stateOf(mail) === 'waiting') throw new DomainError('CONFLICT', STILL_WAITING)
}

function isSecret({ kind }: queries.MailRow): boolean {
  return kind !== null && SECRET_KINDS.includes(kind)
}

/** Whether the mail's subject still exists. */
function isRepeated({ order_id, claim_id, regret_id, kind }: queries.MailRow): boolean {
  return kind !== null && [order_id, claim_id, regret_id].some((about) => about !== null)
}

/** Rewritten by the room of the order, claim or withdrawal. */
async function writeAgain(tx: Tx, shop: Shop, mail: queries.HeldMail): Promise<Addressed | undefined> {
  const { kind, order_id: orderId, claim_id: claimId, regret_id: regretId, note_id: noteId } = mail
  if (kind === null) return undefined
  if (claimId !== null) return claimMailAgain(tx, shop, { kind, claimId })
  if (regretId !== null) return regretMailAgain(tx, shop, { kind, regretId })
  return orderId === null
    ? undefined
    : orderMailAgain(tx, shop, { kind, orderId, noteId, since: mail.first_at })
}

function aboutOf({ order_id, claim_id, note_id, regret_id }: queries.MailRow) {
  return {
    ...(order_id !== null && { orderId: order_id }),
    ...(claim_id !== null && { claimId: claim_id }),
    ...(note_id !== null && { noteId: note_id }),
    ...(regret_id !== null && { regretId: regret_id }),
  }
}

function stateOf({ sent_at, failed_at }: queries.MailRow): MailState {
  if (sent_at !== null) return 'sent'
  return failed_at === null ? 'waiting' : 'failed'
}

function nameOf(kind: MailKind | null): string {
  return kind === null ? 'Email' : MAIL_KIND_LABEL[kind]
}

function mailView(mail: queries.MailRow): SentMail {
  const state = stateOf(mail)
  const canRepeat = !isSecret(mail)
  const { id, kind, recipient, subject, order_id, claim_id, attempts } = mail
  return {
    id,
    kind,
    kind_display: nameOf(kind),
    recipient,
    subject,
    order_id,
    claim_id,
    state,
    attempts,
    created_at: mail.created_at.toISOString(),
    done_at: (mail.sent_at ?? mail.failed_at)?.toISOString() ?? null,
    next_attempt_at: state === 'waiting' ? mail.next_attempt_at.toISOString() : null,
    error: mail.last_error,
    is_settled: mail.settled_at !== null,
    is_resend: mail.resend_of !== null,
    can_retry: canRepeat && state === 'failed',
    can_resend: canRepeat && isRepeated(mail) && state !== 'waiting',
  }
}

/** Adds an entry to the order's history if the mail is about one. */
async function record(
  tx: Tx,
  { id, kind, order_id }: queries.MailRow,
  { by, at, what }: { by: number; at: Date; what: string },
): Promise<void> {
  const named = `${nameOf(kind)}: ${what}`
  const about =
    order_id === null
      ? ({ entity: 'mail', entityId: id, description: `Email #${id}, ${named}` } as const)
      : ({ entity: 'order', entityId: order_id, description: `Pedido #${order_id}, email ${named}` } as const)
  await recordActivity(tx, { at, action: 'update', ...about, userId: by, changes: { mail_id: id } })
}
