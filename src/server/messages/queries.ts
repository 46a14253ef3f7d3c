import { ORDER_KINDS_TO_SHOP } from '../../contract/messages/mail-kinds.ts'
import type { ExpressionBuilder } from 'kysely'
import { MAX_FOUND } from '../../contract/limits.ts'
import type { MailState } from '../../contract/messages/mail-kinds.ts'
import type { TemplateKey } from '../../contract/messages/templates.ts'
import { latestStart } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** The changed messages, with the names of their editors. */
export function listTemplateRows(db: Db) {
  return db
    .selectFrom('message_templates')
    .leftJoin('users', 'users.id', 'message_templates.updated_by')
    .select(['key', 'body', 'version', 'updated_at', 'users.username as updated_by'])
    .execute()
}

export function lockTemplate(tx: Tx, key: TemplateKey) {
  return tx
    .selectFrom('message_templates')
    .select(['body', 'version'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
}

interface SavedTemplate {
  key: TemplateKey
  body: string
  updated_at: Date
  updated_by: number
}

/** False when a concurrent call inserted it first. */
export async function insertTemplate(tx: Tx, template: SavedTemplate): Promise<boolean> {
  const row = await tx
    .insertInto('message_templates')
    .values(template)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateTemplate(tx: Tx, { key, ...template }: SavedTemplate): Promise<void> {
  await tx
    .updateTable('message_templates')
    .set((row) => ({ ...template, version: row('version', '+', 1) }))
    .where('key', '=', key)
    .execute()
}

// ---- Mails -----------------------------------------------------------------------------------------------------

interface MailFilter {
  state?: MailState | undefined
  orderId?: number | undefined
}

/** Newest first, without texts; failed ones only if not marked as dealt with. */
export function listMailRows(
  db: Db,
  filter: MailFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom('outbox')
    .select([...MAIL_COLUMNS])
    .where((mail) => mail.and(matching(mail, filter)))
    .$if(filter.state === 'failed', (mails) => mails.orderBy((mail) => mail('settled_at', 'is not', null)))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

const MAIL_COLUMNS = [
  ...(['id', 'kind', 'recipient', 'subject', 'order_id', 'claim_id', 'note_id', 'regret_id'] as const),
  ...(['attempts', 'created_at', 'sent_at', 'failed_at', 'next_attempt_at'] as const),
  ...(['last_error', 'settled_at', 'resend_of'] as const),
] as const
export type MailRow = Pick<OutboxRow, (typeof MAIL_COLUMNS)[number]>

/** Counts up to `MAX_FOUND`. */
export async function countMails(db: Db, filter: MailFilter & { isOpen?: boolean }): Promise<number> {
  const found = db
    .selectFrom('outbox')
    .select('id')
    .where((mail) => mail.and(matching(mail, filter)))
    .$if(filter.isOpen === true, (mails) => mails.where('settled_at', 'is', null))
    .limit(MAX_FOUND)
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(mail: ExpressionBuilder<Tables, 'outbox'>, { state, orderId }: MailFilter) {
  const [sent, failed] = [mail('sent_at', 'is not', null), mail('failed_at', 'is not', null)]
  const states = {
    waiting: mail.and([mail('sent_at', 'is', null), mail('failed_at', 'is', null)]),
    sent,
    failed,
  }
  return [
    ...(state === undefined ? [] : [states[state]]),
    ...(orderId === undefined ? [] : [mail('order_id', '=', orderId)]),
  ]
}

/** `first_at` is the time of the mail that it repeats. */
export type HeldMail = MailRow & { first_at: Date }

/** Locks a mail and its repeats, always in the same order. Undefined for an unknown id. */
export async function lockMail(tx: Tx, id: number): Promise<HeldMail | undefined> {
  const known = await tx.selectFrom('outbox').select('resend_of').where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  const first = known.resend_of ?? id
  const rows = await tx
    .selectFrom('outbox')
    .select([...MAIL_COLUMNS])
    .where((mail) => mail.or([mail('id', '=', first), mail('resend_of', '=', first)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = rows.find((each) => each.id === id)
  return row && { ...row, first_at: rows[0]?.created_at ?? row.created_at }
}

/**
 * Whether a mail about an order or a claim, which names goods, is for an address that the customer's account no longer
 * has.
 */
export async function hasOldAddress(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('outbox')
    .innerJoin('users', 'users.id', 'outbox.user_id')
    .select('outbox.id')
    .where('outbox.id', '=', id)
    .where((mail) =>
      mail.or([mail('outbox.order_id', 'is not', null), mail('outbox.claim_id', 'is not', null)]),
    )
    .where((mail) =>
      mail.or([
        mail('outbox.kind', 'is', null),
        mail('outbox.kind', 'not in', [...ORDER_KINDS_TO_SHOP, 'claim_received_shop']),
      ]),
    )
    .where((mail) => mail(mail.fn('lower', ['outbox.recipient']), '!=', mail.fn('lower', ['users.email'])))
    .executeTakeFirst()
  return row !== undefined
}

/** Call it after `lockMail`: a separate statement, to see what was committed until then. */
export async function countResends(
  tx: Tx,
  first: number,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('outbox')
    .where('resend_of', '=', first)
    .where('created_at', '>=', since)
    .where('created_at', '<=', latestStart(now))
    .select((mail) => mail.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
