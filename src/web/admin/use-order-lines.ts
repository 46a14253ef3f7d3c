import { useState } from 'react'
import type { Order, OrderLine } from '../../contract/orders.ts'
import { Refusal } from '../api.ts'
import type { Session } from '../session.ts'
import { showToast } from '../ui/toast.tsx'
import { CHANGE_FAILED, CHANGED, lineName } from './order-words.ts'
import { useOrderMerge } from './use-order-merge.ts'

/** Quantities by presentation; 0 takes the line out. */
type Quantities = Partial<Record<string, number>>

interface Draft {
  /** The order these were edited on. */
  base: Order
  quantities: Quantities
  /** Taken out by somebody else, and asked back. */
  putBack: OrderLine[]
}

export type OrderLines = ReturnType<typeof useOrderLines>

/** The lines of an order as they are being edited, until they are saved or discarded. */
export function useOrderLines(session: Session | null, order: Order) {
  const [draft, setDraft] = useState<Draft>()
  const base = draft?.base ?? order
  const lines = [...base.order_products, ...(draft?.putBack ?? [])]
  const before = quantitiesOf(base)
  const quantityOf = (line: OrderLine) => (draft?.quantities ?? before)[keyOf(line)] ?? 0
  const change = useOrderMerge<string, number>({
    session,
    order,
    none: 0,
    valuesOf: quantitiesOf,
    bodyOf: (values, at) => ({ order_products: linesOf(values, at) }),
    label: (key, at) => lineName(lineIn(key, at)),
    show: (quantity) => (quantity === 0 ? 'quitado' : `${quantity} u.`),
    failed: CHANGE_FAILED,
    onSaved: (saved) => {
      setDraft(undefined)
      const isCancelled = saved.status === 'cancelled' && order.status !== 'cancelled'
      showToast('success', isCancelled ? 'Pedido cancelado por falta de productos' : CHANGED)
    },
  })
  const isDirty = lines.some((line) => quantityOf(line) !== (before[keyOf(line)] ?? 0))
  const { error } = change
  const short = error instanceof Refusal ? (error.body.lines ?? []) : []
  return {
    ...change,
    lines,
    base,
    isDirty,
    quantityOf,
    isChanged: (line: OrderLine) => quantityOf(line) !== (before[keyOf(line)] ?? 0),
    /** What the stock has, when it was refused for want of it. */
    availableOf: (line: OrderLine) =>
      short.find(({ blister_id }) => blister_id === line.blister_id)?.available,
    set: (line: OrderLine, quantity: number) =>
      setDraft((now) => ({
        base: now?.base ?? order,
        putBack: now?.putBack ?? [],
        quantities: { ...(now?.quantities ?? before), [keyOf(line)]: quantity },
      })),
    save: () => isDirty && draft && change.save(draft.quantities, base),
    discard: () => {
      setDraft(undefined)
      change.reset()
    },
    saveMerged: (chosen: ReadonlySet<string>) => {
      const merged = change.saveMerged(chosen)
      if (!merged) return
      const known = quantitiesOf(merged.theirs)
      setDraft({
        base: merged.theirs,
        quantities: merged.values,
        putBack: merged.base.order_products.filter(
          (line) => !(keyOf(line) in known) && (merged.values[keyOf(line)] ?? 0) > 0,
        ),
      })
    },
  }
}

/** A line whose presentation is gone cannot be edited: it has no other key than its own. */
function keyOf(line: OrderLine): string {
  return String(line.blister_id ?? `line-${line.id}`)
}

function quantitiesOf(order: Order): Quantities {
  return Object.fromEntries(order.order_products.map((line) => [keyOf(line), line.quantity]))
}

interface At {
  theirs: Order
  base: Order
}

function lineIn(key: string, { theirs, base }: At): OrderLine {
  const line = [...theirs.order_products, ...base.order_products].find((one) => keyOf(one) === key)
  if (!line) throw new Error(`No line ${key}`)
  return line
}

/** What comes back keeps the price it had; what stays keeps its own anyway. */
function linesOf(values: Quantities, at: At) {
  const known = quantitiesOf(at.theirs)
  return Object.entries(values).flatMap(([key, quantity = 0]) => {
    const line = lineIn(key, at)
    const { product_id, blister_id } = line
    if (product_id === null || blister_id === null || quantity === 0) return []
    const price = key in known ? {} : { price_at_time: line.price_at_time }
    return [{ product_id, blister_id, quantity, ...price }]
  })
}
