import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

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
export async function enqueueMail(tx: Db, { to, subject, text, html, at }: Letter): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      message_id: randomUUID(),
      recipient: oneLine(to),
      subject: oneLine(subject),
      body_text: text,
      body_html: html ?? '',
      next_attempt_at: at,
      sent_at: null,
      failed_at: null,
      created_at: at,
    })
    .execute()
  // Goes out with the commit: https://www.postgresql.org/docs/15/sql-notify.html
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx)
}

/** A line break in a header would begin another header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\r\n\0]+/g, ' ').trim()
}
