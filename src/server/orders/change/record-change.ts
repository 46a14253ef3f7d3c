import { toPesos } from '../../../contract/money.ts'
import { ORDER_STATUS_LABEL } from '../../../contract/orders/order-status.ts'
import { COORDINATED_ADDRESS } from '../../../contract/orders/recipient.ts'
import { changesBetween, maskedPair, recordActivity } from '../../activity/activity.ts'
import type { Tx } from '../../db/transaction.ts'
import type { OrderRow } from '../../db/tables.ts'
import type { FrozenLine } from '../frozen-lines.ts'
import { FORGOTTEN, type OrderFields } from './change-queries.ts'

interface Change {
  order: OrderRow
  before: FrozenLine[]
  /** The target lines, and the reason of a new state if it needs one. */
  wanted: { lines: FrozenLine[]; because?: string }
  /** The columns that differ. */
  fields: OrderFields
  by: { id: number | null }
  at: Date
}

/** Writes one entry for a new status, and one for all other changes. */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const { order, before, wanted, by, at } = change
  const { status, ...fields } = change.fields
  const entry = { at, entity: 'order', entityId: order.id, userId: by.id } as const
  if (status !== undefined) {
    const from = ORDER_STATUS_LABEL[order.status]
    await recordActivity(tx, {
      ...entry,
      action: 'status_change',
      description: wanted.because
        ? `${wanted.because} (#${order.id})`
        : `Pedido #${order.id}: ${from} → ${ORDER_STATUS_LABEL[status]}`,
      changes: {
        old_status: order.status,
        new_status: status,
        // Only the id: names are joined on reading, so that removing an account removes them.
        changed_by: by.id,
        order_total: toPesos(fields.total ?? order.total),
      },
    })
  }
  const changes = {
    ...changesOf(order, fields),
    ...changesBetween({ lines: named(before) }, { lines: named(wanted.lines) }),
  }
  if (Object.keys(changes).length === 0) return
  await recordActivity(tx, {
    ...entry,
    action: 'update',
    description: `Pedido #${order.id} modificado`,
    changes,
  })
}

const isPersonal = (field: string) => Object.hasOwn(FORGOTTEN, field)

/** Personal data are masked, as the log outlives the account. */
function changesOf(order: OrderRow, fields: OrderFields): Record<string, unknown> {
  // Implied by `prepared_at`.
  const { total, changed_after_prepared: _, ...others } = fields
  const plain = Object.entries(others).filter(([field]) => !isPersonal(field))
  const personal = Object.entries(others).filter(([field]) => isPersonal(field))
  return {
    ...changesBetween({ ...order }, Object.fromEntries(plain)),
    ...(total !== undefined && { total: { before: toPesos(order.total), after: toPesos(total) } }),
    ...Object.fromEntries(
      personal.map(([field, after]) => [
        field,
        maskedPair(String(order[field as keyof OrderRow]), String(after), COORDINATED_ADDRESS),
      ]),
    ),
  }
}

/** With names, as removed lines are stored nowhere else. */
function named(lines: FrozenLine[]) {
  const counted = summary(lines)
  return lines.map(({ product_name, product_type, seed_count }, index) => ({
    ...counted[index],
    product_name,
    product_type,
    seed_count,
  }))
}

/** The logged fields of a line. */
export function summary(lines: FrozenLine[]) {
  return lines.map(({ product_id, blister_id, quantity, price_at_time }) => ({
    product_id,
    blister_id,
    quantity,
    price_at_time: toPesos(price_at_time),
  }))
}
