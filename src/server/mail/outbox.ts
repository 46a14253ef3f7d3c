import { randomUUID } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type MailKind, SECRET_KINDS } from '../../contract/messages/mail-kinds.ts'
import type { Db } from '../db/connect.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import type { Tx } from '../db/transaction.ts'
import { requestLog } from '../log.ts'
import type { Mail } from './templates.ts'

/** The notification channel that wakes the senders of all instances. */
export const OUTBOX_CHANNEL = 'outbox'

/** Mails of one statement, which has 18 parameters for each; PostgreSQL takes 65,535. */
const AT_ONCE = 200

export interface Letter {
  /** A plain address, without a name. */
  to: string
  /** The account of recipient or subject; the mail is deleted with it. Null for a visitor. */
  userId: number | null
  /** The order that it is about; the mail is deleted with it. */
  orderId?: number
  /** The claim, note or withdrawal that it is about, to rewrite the mail from. */
  claimId?: number
  noteId?: number
  regretId?: number
  kind: MailKind
  subject: string
  text: string
  /** Without header and footer, which `sender.ts` adds. */
  html?: string
  /** The original mail that this one repeats. */
  resendOf?: number
  /** The reply address; by default the shop's contact address. */
  replyTo?: string | undefined
  at: Date
  /** An SQL condition, evaluated when the mail is enqueued. */
  onlyIf?: RawBuilder<SqlBool>
}

/** A rewritten mail with its current recipient. */
export interface Addressed extends Pick<Letter, 'to' | 'userId' | 'replyTo'> {
  mail: Mail
}

/**
 * Enqueues a mail inside the transaction of its change: it is sent after the commit, or never. The Message-ID is set
 * here, so that mail programs recognise duplicates.
 */
export function enqueueMail(tx: Tx, letter: Letter): Promise<void> {
  return enqueueMails(tx, [letter])
}

/** Enqueues any number of mails, with one notification. */
export async function enqueueMails(tx: Tx, letters: Letter[]): Promise<void> {
  for (let from = 0; from < letters.length; from += AT_ONCE)
    await enqueueing(tx, letters.slice(from, from + AT_ONCE)).execute(tx)
}

/** One statement for a few mails, to be combined with others. Needs at least one letter. */
export function enqueueing(tx: Tx, letters: Letter[]): RawBuilder<unknown> {
  const mails = letters.map((letter) => ({ ...letter, id: randomUUID() }))
  // Logs the ids that the sender logs too, to trace a mail to its request.
  const log = requestLog()
  tx.afterCommit(() => log?.info({ messages: mails.map(({ id }) => id) }, 'mail promised'))
  const queues = [...new Set(mails.map(queueOf))]
  const rows = mails.map(
    ({ id, to, kind, subject, text, html = '', replyTo, at, onlyIf = sql`true`, ...about }) => {
      const {
        userId,
        orderId = null,
        claimId = null,
        noteId = null,
        regretId = null,
        resendOf = null,
      } = about
      return sql`select ${id}, ${oneLine(to)}, ${kind}, ${oneLine(subject)}, ${text}, ${html}, ${replyTo ?? null}::text,
        ${userId}::int, ${orderId}::int, ${claimId}::int, ${noteId}::int, ${regretId}::int, ${resendOf}::bigint,
        ${rankOf(kind)}::int, (select turn from ${nameOf(queues.indexOf(queueOf({ userId, to, kind })))}), ${at}::timestamptz, ${at}::timestamptz where ${onlyIf}`
    },
  )
  // PostgreSQL sends the notification once, at the commit: https://www.postgresql.org/docs/15/sql-notify.html
  return sql`with ${sql.join(queues.map((queue, index) => sql`${nameOf(index)} as (${turnIn(queue)})`))} insert into outbox
    (message_id, recipient, kind, subject, body_text, body_html, reply_to,
      user_id, order_id, claim_id, note_id, regret_id, resend_of, rank, turn, next_attempt_at, created_at)
    ${sql.join(rows, sql` union all `)} returning pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`
}

const WITHOUT_ACCOUNT: readonly MailKind[] = [
  'access_code',
  'access_approved',
  'invitation',
  'invitation_waiting',
]

/** People wait for codes and links; anybody can have one mailed to an address without an account. */
function rankOf(kind: MailKind): number {
  if (!SECRET_KINDS.includes(kind)) return 2
  return WITHOUT_ACCOUNT.includes(kind) ? 1 : 0
}

/** Mails of this rank of this account or, without one, to this address: '2 17'. */
function queueOf({ kind, userId, to }: Pick<Letter, 'kind' | 'userId' | 'to'>): string {
  return `${rankOf(kind)} ${userId ?? oneLine(to).toLowerCase()}`
}

/** The turn after the waiting mails of a queue. */
function turnIn(queue: string): RawBuilder<unknown> {
  const [rank, person] = [queue.slice(0, 1), queue.slice(2)]
  return sql`select next_turn(${person}::text, ${Number(rank)}::int) as turn`
}

const nameOf = (queue: number) => sql.raw(`turn_${queue}`)

/** Deletes mail sent or failed before this time, as it contains personal data. */
export async function forgetOldMail(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((row) => row.or([row('sent_at', '<', before), row('failed_at', '<', before)]))
    .execute()
}

/** Marks all waiting mail as failed, with the reason; it can still be read. */
export async function giveUpWaiting(tx: Db, { at, reason }: { at: Date; reason: string }): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ failed_at: at, last_error: reason })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/** Retries a failed mail, unchanged. False when it has not failed. */
export async function retryFailed(tx: Tx, id: number, at: Date): Promise<boolean> {
  const fields = { failed_at: null, settled_at: null, attempts: 0, retried_at: at, next_attempt_at: at }
  const row = await tx
    .updateTable('outbox')
    .set(fields)
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('sent_at', 'is', null)
    .returning(sql`pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`.as('told'))
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a failed mail as dealt with. False when it has not failed, or was marked before. */
export async function settleFailed(tx: Tx, id: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('outbox')
    .set({ settled_at: at })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes mail to and about a removed person: of the account (to any address), to their address, or with it as reply
 * address. Resolves to how many.
 */
export async function forgetMailOf(tx: Tx, { userId, email }: ForgottenPerson): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('outbox')
    .where(sql<boolean>`user_id = ${userId}::int or ${email}::text in (lower(recipient), lower(reply_to))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes mail about a deleted order. */
export async function forgetMailOfOrder(tx: Db, orderId: number): Promise<void> {
  await tx.deleteFrom('outbox').where('order_id', '=', orderId).execute()
}

/** Removes line breaks, which would start another header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]+/g, ' ').trim()
}
