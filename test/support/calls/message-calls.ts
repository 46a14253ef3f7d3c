import type { World } from '../people/world.ts'
import type { RightCalls } from './every-call.ts'

/** Right calls about messages and mails; `order`: the id of a new order. */
export function messageCalls({ shop }: World, order: () => Promise<number>): RightCalls {
  /** The confirmation of a new order, as if it had failed. */
  const failed = (verb: string) => async () => {
    const { id } = await shop.shop.db
      .updateTable('outbox')
      .set({ failed_at: new Date() })
      .where('kind', '=', 'order_placed')
      .where('order_id', '=', await order())
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/messages/${id}/${verb}/` }
  }
  return {
    'GET /api/messages/': async () => ({ path: '/messages/?page=1' }),
    'POST /api/messages/{id}/retry/': failed('retry'),
    'POST /api/messages/{id}/resend/': failed('resend'),
    'POST /api/messages/{id}/settle/': failed('settle'),
    'GET /api/message-templates/': async () => ({ path: '/message-templates/' }),
    'PUT /api/message-templates/{key}/': async () => {
      // The first save of a text adds its row; the same text again changes nothing.
      await shop.shop.db.deleteFrom('message_templates').where('key', '=', 'nuevo').execute()
      return { path: '/message-templates/nuevo/', body: { body: 'Canaria {pedido}' } }
    },
  }
}
