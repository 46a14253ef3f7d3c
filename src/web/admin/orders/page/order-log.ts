import type { Activity } from '../../../../contract/activity.ts'
import { formatPesos } from '../../../../contract/money.ts'
import { CHANGED_AFTER_PREPARED } from '../../../../contract/orders/order-desk.ts'
import type { TimelineEntry } from '../../../../contract/orders/order-parts.ts'
import type { AdminOrder, OrderLine } from '../../../../contract/orders/orders.ts'
import { lineName } from '../../../shop/order-in-words.ts'
import { fieldName, shown } from '../../activity/activity-words.ts'

/** What the log keeps of a line. */
interface LoggedLine {
  blister_id: number | null
  quantity: number
  price_at_time: number
  /** Older entries have no names. */
  product_name?: string
  product_type?: string
  seed_count?: number
}

function isPair(change: unknown): change is { before: unknown; after: unknown } {
  return typeof change === 'object' && change !== null && 'before' in change && 'after' in change
}

function linesById(lines: unknown): Map<number, LoggedLine> {
  const list = Array.isArray(lines) ? (lines as LoggedLine[]) : [] // safe: the log keeps what an order's change wrote
  return new Map(list.map((line) => [line.blister_id ?? 0, line]))
}

// ---- Changes in words ------------------------------------------------------------------------------------------

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

function pesos(value: unknown): string {
  return typeof value === 'number' ? formatPesos(value) : '—'
}

// ---- Prices before the shop changed them -----------------------------------------------------------------------

export interface EarlierPrice {
  /** Pesos. */
  price: number
  /** Why, of the last change; '' when it is not known. */
  reason: string
}

type Entry = Pick<TimelineEntry, 'kind' | 'at' | 'text' | 'changes'>

/** What lines cost before the shop changed their price, by line, as far as the timeline (newest first) tells it. */
export function earlierPrices(
  entries: readonly Entry[],
  lines: readonly OrderLine[],
): Map<number, EarlierPrice> {
  const found = new Map<number, EarlierPrice>()
  for (const entry of entries) {
    if (entry.kind !== 'activity') continue
    for (const line of lines) {
      const price = priceBefore(entry, line, lines)
      if (price === undefined) continue
      found.set(line.id, { price, reason: found.get(line.id)?.reason || reasonOf(entry, entries) })
    }
  }
  return new Map(
    [...found].filter(([id, { price }]) =>
      lines.some((line) => line.id === id && line.price_at_time !== price),
    ),
  )
}

/** One line by its name, where only one has it, or all lines by their presentation. */
function priceBefore({ changes }: Entry, line: OrderLine, lines: readonly OrderLine[]): number | undefined {
  const { price_at_time: one, lines: all } = changes
  if (isPair(one)) {
    const isIt = changes['product_name'] === line.product_name
    const isOnly = lines.filter(({ product_name }) => product_name === line.product_name).length === 1
    return isIt && isOnly && typeof one.before === 'number' ? one.before : undefined
  }
  if (!isPair(all)) return undefined
  const priceIn = (logged: unknown) => linesById(logged).get(line.blister_id ?? 0)?.price_at_time
  const [was, is] = [priceIn(all.before), priceIn(all.after)]
  return was !== is && is !== undefined ? was : undefined
}

/** The note that was kept with the change. */
function reasonOf({ at }: Entry, entries: readonly Entry[]): string {
  const note = entries.find((entry) => entry.kind === 'note' && entry.at === at)
  return note?.text.replace(/^[^:]*: /, '') ?? ''
}
