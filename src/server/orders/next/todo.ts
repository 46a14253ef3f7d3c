import { businessHoursBefore, PROMISED_HOURS } from '../../../contract/warranty/business-hours.ts'
import type { TodoQueue } from '../../../contract/orders/order-desk-calls.ts'
import { TODO_KEYS, TODO_LABEL } from '../../../contract/orders/todo.ts'
import { dayOf } from '../../days.ts'
import type { Shop } from '../../shop.ts'
import { listTodo } from './todo-queries.ts'

/** Every queue, also those that are empty. */
export async function getTodo({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<{ queues: TodoQueue[] }> {
  const at = now()
  const rows = await listTodo(db, {
    today: dayOf(at),
    lateBefore: businessHoursBefore(at, PROMISED_HOURS),
  })
  const queues = TODO_KEYS.map((key) => {
    const row = rows.find((each) => each.key === key)
    return {
      key,
      label: TODO_LABEL[key],
      count: row?.count ?? 0,
      oldest_at: row?.oldest?.toISOString() ?? null,
      ids: row?.ids ?? [],
    }
  })
  return { queues }
}
