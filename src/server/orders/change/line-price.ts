import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { type Centavos, toCentavos, toPesos } from '../../../contract/money.ts'
import type * as desk from '../../../contract/orders/order-desk-calls.ts'
import type { LinePrice } from '../../../contract/orders/order-desk-calls.ts'
import { onceBy } from '../../db/idempotency.ts'
import type { OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { updateLinePrice, updateOrder } from './change-queries.ts'
import { insertNote } from '../notes/note-queries.ts'
import { holdSeen, readOrder, recordMark } from '../held-order.ts'
import { linesOf } from '../queries.ts'
import { stale, totalOf } from '../rules.ts'
import { tellCustomer } from './tell-customer.ts'

/**
 * The only way to change the price of a line. The log has the prices before and after; the reason, which may name
 * people, is an internal note. A repeated key changes and mails nothing. Refusals: 404, 409 `STALE`, 409 for a
 * cancelled order.
 */
export function setLinePrice({
  shop,
  user: admin,
  params: { id, line },
  body: wanted,
  key,
}: InputOf<typeof desk.setLinePrice>) {
  const at = shop.now()
  const keyed = { key, request: ['setLinePrice', id, line, wanted], at }
  return inTransaction(shop.database, async (tx) => {
    await onceBy(tx, admin.id, keyed, async () => {
      const order = await holdSeen(tx, id, wanted.version)
      if (!(await priceLine(tx, order, { line, wanted, by: admin.id, at }))) return
      const was = toPesos(order.total)
      await tellCustomer(tx, shop, await readOrder(tx, id, at), {
        kind: 'order_changed',
        was,
        by: admin.id,
        at,
      })
    })
    return readOrder(tx, id, at)
  })
}

interface Pricing {
  line: number
  wanted: LinePrice
  by: number
  at: Date
}

/** False if the line has the price. */
async function priceLine(tx: Tx, order: OrderRow, { line: id, wanted, by, at }: Pricing): Promise<boolean> {
  const before = await linesOf(tx, [order.id])
  const line = before.find((each) => each.id === id)
  if (!line) throw notFound('Ese producto ya no está en el pedido')
  const price = priceOf(wanted, line.price_at_time)
  if (price === line.price_at_time) return false

  const total = totalOf(before.map((each) => (each === line ? { ...each, price_at_time: price } : each)))
  if (!(await updateOrder(tx, order, { total }, at))) throw stale()
  await updateLinePrice(tx, id, price)
  await recordMark(tx, order, {
    by,
    at,
    what: 'precio cambiado',
    changes: {
      product_name: line.product_name,
      price_at_time: { before: toPesos(line.price_at_time), after: toPesos(price) },
      total: { before: toPesos(order.total), after: toPesos(total) },
    },
  })
  const text = `Cambio de precio de ${line.product_name}: ${wanted.reason}`
  const noted = { order_id: order.id, text, visible: false, user_id: by, created_at: at, mailed_at: null }
  await insertNote(tx, noted)
  return true
}

function priceOf({ price_at_time, discount = 0 }: LinePrice, now: Centavos): Centavos {
  return price_at_time === undefined ? finalPrice(now, discount) : toCentavos(price_at_time)
}
