import type { Activity } from '../../../../contract/activity.ts'
import { formatPesos } from '../../../../contract/money.ts'
import { CHANGED_AFTER_PREPARED } from '../../../../contract/orders/order-desk.ts'
import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { fieldName, shown } from '../../activity/activity-words.ts'

/** The changes of a log entry in words: lines by name and quantity, totals, delivery, and personal data masked. */
export function orderChanges(
  entry: Pick<Activity, 'changes'>,
  order: Pick<AdminOrder, 'order_products'>,
): string[] {
  return Object.entries(entry.changes).flatMap(([field, change]) => {
    if (!isPair(change)) return []
    const { before, after } = change
    if (field === 'lines') return lineChanges(before, after, order)
    if (field === 'total') return [`Total: ${pesos(before)} → ${pesos(after)}`]
    if (field === 'prepared_at') return [CHANGED_AFTER_PREPARED]
    if (field === 'is_archived') return [after === true ? 'Archivado' : 'Fuera del archivo']
    // Entries of older versions have no value.
    if (before === after) return [`${fieldName(field)}: modificado`]
    return [`${fieldName(field)}: ${shown(field, before)} → ${shown(field, after)}`]
  })
}

interface LoggedLine {
  blister_id: number | null
  quantity: number
  price_at_time: number
  /** Older entries have no names. */
  product_name?: string
  product_type?: string
  seed_count?: number
}

function loggedName(line: LoggedLine | undefined, id: number): string {
  const { product_name, product_type = '', seed_count } = line ?? {}
  if (product_name === undefined || seed_count === undefined) return `Presentación ${id}`
  return lineName({ product_name, product_type, blister_info: { seed_count } })
}

function lineChanges(before: unknown, after: unknown, order: Pick<AdminOrder, 'order_products'>): string[] {
  const [had, has] = [linesById(before), linesById(after)]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id) => {
    const [was, is] = [had.get(id), has.get(id)]
    const known = order.order_products.find((line) => line.blister_id === id)
    const name = known ? lineName(known) : loggedName(is ?? was, id)
    if (!is) return [`${name}: quitado (${was?.quantity ?? 0})`]
    if (!was) return [`${name}: agregado (${is.quantity})`]
    return [
      ...(was.quantity === is.quantity ? [] : [`${name}: ${was.quantity} → ${is.quantity}`]),
      ...(was.price_at_time === is.price_at_time
        ? []
        : [`${name}: ${pesos(was.price_at_time)} → ${pesos(is.price_at_time)}`]),
    ]
  })
}

function linesById(lines: unknown): Map<number, LoggedLine> {
  const list = Array.isArray(lines) ? (lines as LoggedLine[]) : [] // safe: the log keeps what an order's change wrote
  return new Map(list.map((line) => [line.blister_id ?? 0, line]))
}

function isPair(change: unknown): change is { before: unknown; after: unknown } {
  return typeof change === 'object' && change !== null && 'before' in change && 'after' in change
}

function pesos(value: unknown): string {
  return typeof value === 'number' ? formatPesos(value) : '—'
}
