import { NOTE_SENT } from '../../../contract/orders/order-desk.ts'
import type * as desk from '../../../contract/orders/order-desk-calls.ts'
import type { TimelineEntry } from '../../../contract/orders/order-parts.ts'
import { onceBy } from '../../db/idempotency.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { insertContact, insertNote, listTimeline, removeNote, type TimelineRow } from './note-queries.ts'
import { holdOrder, readOrder, recordMark } from '../held-order.ts'
import { findOrder } from '../queries.ts'
import { refuseUnmailable, tellNote } from '../change/tell-customer.ts'

/**
 * Adds a note; a visible one may be mailed to the customer. A repeated key adds nothing. Refusals: 404, 400 for a
 * mail to a customer who cannot be mailed.
 */
export function addNote({
  shop,
  user: admin,
  params: { id },
  body: note,
  key,
}: InputOf<typeof desk.addNote>) {
  const at = shop.now()
  const keyed = { key, request: ['addNote', id, note], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, admin.id, keyed, async () => {
      const order = await holdOrder(tx, id)
      const { text, visible, send_mail } = note
      if (send_mail) refuseUnmailable(await readOrder(tx, id, at), 'send_mail')
      const noted = { order_id: id, text, visible, user_id: admin.id, created_at: at }
      const added = await insertNote(tx, { ...noted, mailed_at: send_mail ? at : null })
      const what = visible ? 'nota para el cliente agregada' : 'nota interna agregada'
      await recordMark(tx, order, { by: admin.id, at, what, changes: { note_added: added } })
      if (send_mail) await tellNote(tx, shop, { order: await readOrder(tx, id, at), text, noteId: added, at })
    })
    return readOrder(tx, id, at)
  })
}

/** Refusals: 404, 409 for a note that was mailed. */
export async function deleteNote({
  shop,
  user: admin,
  params: { id, note: noteId },
}: InputOf<typeof desk.deleteNote>) {
  const at = shop.now()
  await inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    const done = await removeNote(tx, { orderId: id, id: noteId, at })
    if (done === undefined) throw notFound('Nota no encontrada')
    if (done === 'mailed') throw new DomainError('CONFLICT', NOTE_SENT)
    await recordMark(tx, order, { by: admin.id, at, what: 'nota borrada', changes: { note_id: noteId } })
  })
}

export async function getTimeline({ shop, params: { id }, query }: InputOf<typeof desk.getTimeline>) {
  if (!(await findOrder(shop.db, id, shop.now()))) throw notFound('Pedido no encontrado')
  const rows = await listTimeline(shop.db, id, query)
  const last = rows.length === query.limit ? rows.at(-1) : undefined
  return { results: rows.map(entryOf), before: last ? `${last.at.getTime()}.${last.rank}.${last.id}` : null }
}

function entryOf(row: TimelineRow): TimelineEntry {
  const { rank: _, username, at, changes, ...entry } = row
  const { changed_by: __, ...shown } = changes
  return { ...entry, user: username ?? 'Sistema', at: at.toISOString(), changes: shown }
}

/** Records that a chat or mail to the customer was opened; the shop cannot know if it was sent. A repeated key adds nothing. Refusal: 404. */
export async function noteContact({
  shop,
  user: admin,
  params: { id },
  body: contact,
  key,
}: InputOf<typeof desk.noteContact>) {
  const at = shop.now()
  const keyed = { key, request: ['noteContact', id, contact], at }
  return inTransaction(shop.database, (tx) =>
    onceBy(tx, admin.id, keyed, async () => {
      await holdOrder(tx, id)
      const { channel, template = '' } = contact
      await insertContact(tx, { order_id: id, channel, template, user_id: admin.id, created_at: at })
      return {}
    }),
  )
}
