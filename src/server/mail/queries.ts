import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Outgoing } from './transport.ts'

interface Taken extends Outgoing {
  attempts: number
  /** Given up some time after this. */
  triedSince: Date
}

/**
 * Takes the next due mail (codes and links first, then one of each person) and sets its next attempt to `again`, so that no other instance sends it meanwhile, and it
 * is retried if the sender is killed. `attempts` includes this one. Undefined when no mail is due.
 */
export function takeNextMail(db: Db, now: Date, again: Date): Promise<Taken | undefined> {
  return db
    .updateTable('outbox')
    .set((mail) => ({ next_attempt_at: again, attempts: mail('attempts', '+', 1) }))
    .where('id', '=', (due) =>
      due
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('rank')
        .orderBy('turn')
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'message_id as messageId',
      'recipient',
      'subject',
      'body_text as text',
      'body_html as html',
      'reply_to as replyTo',
      'attempts',
      'created_at as createdAt',
    ])
    .returning((mail) => mail.fn.coalesce('retried_at', 'created_at').as('triedSince'))
    .executeTakeFirst()
}

/** When the next mail is due; undefined without waiting mail. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at
}

/** Makes mail due whose next attempt is later than any delay: it was set by a clock that ran ahead. */
export async function bringForward(
  db: Db,
  { now, longestWaitEnds }: { now: Date; longestWaitEnds: Date },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_attempt_at', '>', longestWaitEnds)
    .execute()
}

/** Deletes the text too, so that codes and personal data do not accumulate. */
export async function markSent(db: Db, id: number, at: Date): Promise<void> {
  await sql`update outbox set sent_at = ${at}, body_text = '', body_html = '', last_error = '' where id = ${id}`.execute(
    db,
  )
}

export async function markFailed(
  db: Db,
  id: number,
  { error, nextAttemptAt, failedAt }: { error: string; nextAttemptAt: Date; failedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ last_error: error.slice(0, 500), next_attempt_at: nextAttemptAt, failed_at: failedAt })
    .where('id', '=', id)
    .execute()
}
