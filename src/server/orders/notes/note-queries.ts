import { type Insertable, sql } from 'kysely'
import type { TimelineQuery } from '../../../contract/orders/order-desk-calls.ts'
import type { TemplateKey } from '../../../contract/messages/templates.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Tx } from '../../db/transaction.ts'
import type { NotesJson } from '../order-view.ts'

/** Subqueries over `orders`: the notes for the customer, and the number of all notes. */
export const notesJson = sql<NotesJson>`(
  select jsonb_build_object('count', count(*), 'visible', coalesce(jsonb_agg(
    jsonb_build_object('id', n.id, 'text', n.text, 'created_at', n.created_at) order by n.id) filter (where n.visible), '[]'))
  from order_notes n where n.order_id = orders.id and n.deleted_at is null)`

interface NoteRow {
  order_id: number
  text: string
  visible: boolean
  user_id: number
  created_at: Date
  mailed_at: Date | null
}

export async function insertNote(tx: Tx, note: NoteRow): Promise<number> {
  const { id } = await tx.insertInto('order_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes a note unless it was mailed. Resolves to whether it existed and whether it was deleted. */
export async function removeNote(
  tx: Tx,
  { orderId, id, at }: { orderId: number; id: number; at: Date },
): Promise<'removed' | 'mailed' | undefined> {
  const note = await tx
    .selectFrom('order_notes')
    .select('mailed_at')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!note || note.mailed_at !== null) return note && 'mailed'
  await tx.updateTable('order_notes').set({ deleted_at: at }).where('id', '=', id).execute()
  return 'removed'
}

/** The text of a visible note; undefined if it was deleted. */
export async function findNote(tx: Tx, id: number): Promise<string | undefined> {
  const note = await tx
    .selectFrom('order_notes')
    .select('text')
    .where('id', '=', id)
    .where('visible', '=', true)
    .where('deleted_at', 'is', null)
    .where('text', '!=', '')
    .executeTakeFirst()
  return note?.text
}

/** For the removal of a person, as notes about their orders may name them. */
export async function forgetNotes(tx: Tx, orderIds: number[]): Promise<void> {
  await sql`update order_notes set text = '' where order_id = any(${orderIds}::int[]) and text <> ''`.execute(
    tx,
  )
}

export interface TimelineRow {
  kind: 'activity' | 'note' | 'mail' | 'contact'
  rank: number
  id: number
  at: Date
  username: string | null
  text: string
  visible: boolean
  mail_state: 'waiting' | 'sent' | 'failed' | null
  template: TemplateKey | null
  changes: Record<string, unknown>
}

const MAIL_STATE = sql`case when failed_at is not null then 'failed' when sent_at is not null then 'sent' else 'waiting' end`

/** Newest first, at most `limit`. A note has the state of its newest mail, sent once that is deleted. Reads each part by its index, then merges. */
export async function listTimeline(
  db: Db,
  orderId: number,
  { before, limit }: TimelineQuery,
): Promise<TimelineRow[]> {
  const [ms, rank, id] = (before ?? '').split('.').map(Number)
  const older = (own: number, at: string, key: string) =>
    before === undefined
      ? sql`true`
      : sql`(${sql.raw(at)}, ${sql.lit(own)}, ${sql.raw(key)}::bigint)
          < (to_timestamp(${(ms ?? 0) / 1000}::numeric), ${rank}::int, ${id}::bigint)`
  const newest = sql`order by created_at desc, id desc limit ${limit}`
  const { rows } = await sql<TimelineRow>`
    select kind, rank, e.id, at, username, text, visible, mail_state, template, changes from (
      (select 'activity' as kind, 3 as rank, id::bigint as id, created_at as at, user_id, description as text,
        false as visible, null as mail_state, null as template, changes
      from activity_log where entity = 'order' and entity_id = ${orderId} and not changes ? 'note_added'
        and ${older(3, 'created_at', 'id')} ${newest})
      union all
      (select 'note', 2, id, created_at, user_id, text, visible,
        case when mailed_at is not null then coalesce((select ${MAIL_STATE} from outbox
          where order_id = ${orderId} and note_id = order_notes.id order by outbox.id desc limit 1), 'sent') end,
        null, '{}' from order_notes
      where order_id = ${orderId} and deleted_at is null and ${older(2, 'created_at', 'id')} ${newest})
      union all
      (select 'mail', 1, id, created_at, null, subject, false, ${MAIL_STATE}, null, '{}' from outbox
      where order_id = ${orderId} and ${older(1, 'created_at', 'id')} ${newest})
      union all
      (select 'contact', 0, id, created_at, user_id, channel, false, null, nullif(template, ''), '{}' from order_contacts
      where order_id = ${orderId} and ${older(0, 'created_at', 'id')} ${newest})
    ) e left join users on users.id = e.user_id
    order by at desc, rank desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

export async function insertContact(tx: Tx, contact: Insertable<Tables['order_contacts']>): Promise<void> {
  await tx.insertInto('order_contacts').values(contact).execute()
}
