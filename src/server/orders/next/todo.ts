import { businessHoursBefore, PROMISED_HOURS } from '../../../contract/warranty/business-hours.ts'
import type * as todo from '../../../contract/orders/todo-calls.ts'
import { TODO_KEYS, TODO_LABEL, TODO_NEEDS } from '../../../contract/orders/todo.ts'
import { roleCan } from '../../../contract/accounts/roles.ts'
import type { InputOf } from '../../http/input.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import { listTodo } from './todo-queries.ts'

/** How long a mail fails before the panel shows it: a mail server restarts in less. */
const MAIL_LATE_AFTER = 60 * 60_000

/** Every queue of the role, empty ones too. */
export async function getTodo({ shop, user: { role } }: InputOf<typeof todo.getTodo>) {
  const at = shop.now()
  const keys = TODO_KEYS.filter((key) => TODO_NEEDS[key].some((right) => roleCan(role, right)))
  const { low_stock_at: usualLow } = await getRememberedSettings(shop)
  const rows = await listTodo(shop.db, keys, {
    now: at,
    mailTriedBefore: new Date(at.getTime() - MAIL_LATE_AFTER),
    lateBefore: businessHoursBefore(at, PROMISED_HOURS),
    usualLow,
  })
  const queues = keys.map((key) => {
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
