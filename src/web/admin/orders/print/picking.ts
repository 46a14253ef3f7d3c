import type { AdminOrder } from '../../../../contract/orders/orders.ts'
import { lineKind } from '../../../shop/order-in-words.ts'

interface Picked {
  key: string
  name: string
  kind: string
  units: number
  /** The ids of its orders. */
  orders: number[]
}

/** The units to pick for all these orders, by name. */
export function picking(orders: AdminOrder[]): Picked[] {
  const lines = orders.flatMap((order) =>
    order.order_products.map((line) => ({
      key: `${line.product_name} ${line.blister_id ?? lineKind(line)}`,
      name: [line.product_name, line.product_brand].filter(Boolean).join(' · '),
      kind: lineKind(line),
      units: line.quantity,
      order: order.id,
    })),
  )
  return [...Map.groupBy(lines, ({ key }) => key)]
    .flatMap(([key, same]) => {
      const [first] = same
      if (!first) return []
      const units = same.reduce((sum, line) => sum + line.units, 0)
      return [{ key, name: first.name, kind: first.kind, units, orders: same.map(({ order }) => order) }]
    })
    .toSorted(
      (a, b) => a.name.localeCompare(b.name, 'es') || a.kind.localeCompare(b.kind, 'es', { numeric: true }),
    )
}
