import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterCommit } from '../db/after-commit.ts'
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
  await enqueueing(tx, letters).execute(tx)
}

/** The statement of `enqueueMails`, for who writes it together with others in the same transaction. At least one letter. */
export function enqueueing(tx: Db, letters: Letter[]): RawBuilder<unknown> {
  const mails = letters.map((letter) => ({ ...letter, id: randomUUID() }))
  // The sender's lines name the same messages: so a mail is found by the request that caused it.
  const log = requestLog()
  afterCommit(tx, () => log?.info({ messages: mails.map(({ id }) => id) }, 'mail promised'))
  const rows = mails.map(
    ({ id, to, subject, text, html = '', at }) =>
      sql`(${id}, ${oneLine(to)}, ${oneLine(subject)}, ${text}, ${html}, ${at}::timestamptz, ${at}::timestamptz)`,
  )
  // The word goes out with the commit, once: https://www.postgresql.org/docs/15/sql-notify.html
  return sql`insert into outbox
    (message_id, recipient, subject, body_text, body_html, next_attempt_at, created_at)
    values ${sql.join(rows)} returning pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`
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
