import { lineKind } from '../../../shop/order-in-words.ts'
import type { Printed } from './print-sheets.tsx'

interface Picked {
  key: string
  name: string
  kind: string
  units: number
  lots: Printed['lots']
  /** The ids of its orders. */
  orders: number[]
}

/** The units to pick for all these orders, by name. */
export function picking(orders: Printed[]): Picked[] {
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => ({
      key: `${line.product_name} ${line.blister_id ?? lineKind(line)}`,
      name: [line.product_name, line.product_brand].filter(Boolean).join(' · '),
      kind: lineKind(line),
      units: line.quantity,
      order: order.id,
      lots: order.lots.filter(({ blister_id }) => blister_id === line.blister_id),
    })),
  )
  return [...Map.groupBy(lines, ({ key }) => key)]
    .flatMap(([key, same]) => {
      const [first] = same
      if (!first) return []
      const units = same.reduce((sum, line) => sum + line.units, 0)
      const lots = summed(same.flatMap((line) => line.lots))
      return [
        { key, name: first.name, kind: first.kind, units, lots, orders: same.map(({ order }) => order) },
      ]
    })
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, 'es') || a.kind.localeCompare(b.kind, 'es', { numeric: true }),
    )
}

/** Each lot once. */
function summed(lots: Printed['lots']): Printed['lots'] {
  return [...Map.groupBy(lots, ({ code }) => code).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }] : []
  })
}
