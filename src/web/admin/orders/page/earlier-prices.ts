import type { OrderLine } from '../../../../contract/orders/orders.ts'
import type { TimelineEntry } from '../../../../contract/orders/order-parts.ts'

export interface EarlierPrice {
  /** Pesos, before the shop changed it. */
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

const pairOf = (change: unknown) =>
  typeof change === 'object' && change !== null && 'before' in change && 'after' in change
    ? change
    : undefined

/** One line by its name, where only one has it, or all lines by their presentation. */
function priceBefore({ changes }: Entry, line: OrderLine, lines: readonly OrderLine[]): number | undefined {
  const one = pairOf(changes['price_at_time'])
  if (one) {
    const isIt = changes['product_name'] === line.product_name
    const isOnly = lines.filter(({ product_name }) => product_name === line.product_name).length === 1
    return isIt && isOnly && typeof one.before === 'number' ? one.before : undefined
  }
  const all = pairOf(changes['lines'])
  const [was, is] = [all?.before, all?.after].map((logged) => loggedPrice(logged, line.blister_id))
  return was !== is && is !== undefined ? was : undefined
}

function loggedPrice(logged: unknown, blister: number | null): number | undefined {
  if (!Array.isArray(logged)) return undefined
  // safe: the log keeps what an order's change wrote
  const rows = logged as { blister_id: number | null; price_at_time: number }[]
  return rows.find(({ blister_id }) => blister_id === blister)?.price_at_time
}

/** The note that was kept with the change. */
function reasonOf({ at }: Entry, entries: readonly Entry[]): string {
  const note = entries.find((entry) => entry.kind === 'note' && entry.at === at)
  return note?.text.replace(/^[^:]*: /, '') ?? ''
}
