import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { containing } from '../db/like.ts'
import { requestLog } from '../log.ts'

/** The channel that wakes the senders of every instance. */
export const OUTBOX_CHANNEL = 'outbox'

export interface Letter {
  /** A plain address, without a name. */
  to: string
  subject: string
  text: string
  html?: string
  at: Date
}

/**
 * Promises a mail. Call it inside the transaction of what the mail speaks of: it is sent after the commit, or never.
 * Its Message-ID is fixed here, so that a mail that has to be sent twice is recognised as one.
 */
export function enqueueMail(tx: Db, letter: Letter): Promise<void> {
  return enqueueMails(tx, [letter])
}

/** Several at once: one statement, one word to the senders. */
export async function enqueueMails(tx: Db, letters: Letter[]): Promise<void> {
  const rows = letters.map(({ to, subject, text, html, at }) => ({
    message_id: randomUUID(),
    recipient: oneLine(to),
    subject: oneLine(subject),
    body_text: text,
    body_html: html ?? '',
    next_attempt_at: at,
    sent_at: null,
    failed_at: null,
    created_at: at,
  }))
  await tx
    .with('promised', (db) => db.insertInto('outbox').values(rows))
    // Goes out with the commit: https://www.postgresql.org/docs/15/sql-notify.html
    .selectNoFrom(sql`pg_notify(${OUTBOX_CHANNEL}, '')`.as('told'))
    .execute()
  // The sender's lines name the same messages: so a mail is found by the request that caused it.
  requestLog()?.info({ messages: rows.map((row) => row.message_id) }, 'mail promised')
}

/** Mail that was sent, or given up, long ago: nobody looks for it any more, and it names people. */
export async function forgetOldMail(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((row) => row.or([row('sent_at', '<', before), row('failed_at', '<', before)]))
    .execute()
}

/** What waits is not sent any more and stays to be read, with the reason. */
export async function giveUpWaiting(tx: Db, { at, reason }: { at: Date; reason: string }): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ failed_at: at, last_error: reason })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/**
 * For an account that is being removed: what waits is no longer wanted, what was sent is nobody's business. Mails to the
 * shop that name the address go too.
 */
export async function forgetMailAbout(tx: Db, address: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((row) => row.or([row('recipient', '=', address), row('body_text', 'like', containing(address))]))
    .execute()
}

/** A line break in a header would begin another header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]+/g, ' ').trim()
}
