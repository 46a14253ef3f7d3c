import { z } from 'zod'
import * as calls from './calls.ts'
import { endpoint, reply } from '../endpoint.ts'
import { TODO_KEYS } from './todo.ts'

/**
 * `oldest_at` is null for queues without a time. `ids`: the first five, oldest first; presentation ids in
 * `stock_low`.
 */
const TodoQueue = z.object({
  key: z.enum(TODO_KEYS),
  label: z.string(),
  count: z.int(),
  oldest_at: z.iso.datetime().nullable(),
  ids: z.array(z.int()),
})
export type TodoQueue = z.output<typeof TodoQueue>

/** The queues of the caller's role; archived orders are not in them. */
export const getTodo = endpoint(calls.getTodo, {
  summary: 'Work queues: orders by next step, late claims, failed mails and low stock; carries an ETag',
  access: 'admin',
  needs: 'todo',
  reply: reply(z.object({ queues: z.array(TodoQueue) })),
})
