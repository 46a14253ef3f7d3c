import { heldLeaves } from '../../../contract/catalog/lot-rules.ts'
import type * as lots from '../../../contract/orders/order-lots.ts'
import type { LotChoice, LotLine, OrderLot } from '../../../contract/orders/order-lots.ts'
import { ORDER_CANCELLED } from '../../../contract/warranty/claim-rules.ts'
import { chooseLots, listChosen, listOffered, suggestUnits } from '../../catalog/catalog.ts'
import { type Day, dayOf } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import type { OrderLineRow, OrderRow } from '../../db/tables.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { holdOrder, recordMark } from '../held-order.ts'
import { linesOf } from '../queries.ts'

interface By {
  by: number
  at: Date
}

/** Throws 404 for an order that does not exist. */
export async function suggestLots({ shop: { db, now }, params: { id } }: InputOf<typeof lots.suggestLots>) {
  const lines = await linesOf(db, [id])
  if (lines.length === 0) throw notFound('Pedido no encontrado')
  return lotLines(db, lines, dayOf(now()))
}

/** Refusals: 404, 409 for more units than there are, for a held or closed lot, and for a cancelled order. */
export function chooseOrderLots({
  shop,
  user: admin,
  params: { id },
  body: { lines },
}: InputOf<typeof lots.chooseLots>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const order = await holdOrder(tx, id)
    if (order.status === 'cancelled') throw new DomainError('CONFLICT', ORDER_CANCELLED)
    await chooseFor(tx, order, lines, { by: admin.id, at })
    return lotLines(tx, await linesOf(tx, [id]), dayOf(at))
  })
}

/**
 * The lots on hold of an order that leaves, whose units leave only on purpose (`isMeant`). Call it after `settleLots`, which
 * assigns lots to units without one. Throws `CONFIRM`.
 */
export async function leavingOnHold(tx: Tx, orderId: number, isMeant = false): Promise<string[]> {
  const held = (await listChosen(tx, [orderId])).filter(({ is_on_hold }) => is_on_hold)
  const codes = [...new Set(held.map(({ code }) => code))]
  if (codes.length > 0 && !isMeant) throw new DomainError('CONFIRM', heldLeaves(codes))
  return codes
}

/** `chooseOrderLots` inside a transaction that has locked the order. */
export async function chooseFor(tx: Tx, order: OrderRow, wanted: LotChoice, { by, at }: By): Promise<void> {
  const lines = await linesOf(tx, [order.id])
  const before = await listChosen(tx, [order.id])
  await chooseLots(tx, { orderId: order.id, lines, wanted }, { userId: by, at })
  const [had, has] = [before, await listChosen(tx, [order.id])].map(inWords)
  if (String(had) === String(has)) return
  await recordMark(tx, order, {
    by,
    at,
    what: 'lotes elegidos',
    changes: { lots: { before: had, after: has } },
  })
}

function inWords(lots: OrderLot[]): string[] {
  return lots.map(({ code, quantity }) => `${code} × ${quantity}`).toSorted()
}

/** Lines whose products have lots, by order. */
export async function lotLinesByOrder(
  db: Db,
  lines: OrderLineRow[],
  today: Day,
): Promise<Map<number, LotLine[]>> {
  const orders = Map.groupBy(lines, ({ order_id }) => order_id)
  const chosen = await listChosen(db, [...orders.keys()])
  const wanted = {
    blisters: lines.map(({ blister_id }) => blister_id),
    chosen: chosen.map(({ lot_id }) => lot_id),
  }
  const offered = await listOffered(db, wanted, today)
  return new Map([...orders].map(([id, own]) => [id, own.flatMap((line) => lotLine(line, chosen, offered))]))
}

async function lotLines(db: Db, lines: OrderLineRow[], today: Day): Promise<LotLine[]> {
  return [...(await lotLinesByOrder(db, lines, today)).values()].flat()
}

type Chosen = Awaited<ReturnType<typeof listChosen>>
type Offered = Awaited<ReturnType<typeof listOffered>>

/** Empty for a product without lots. */
function lotLine(line: OrderLineRow, allChosen: Chosen, allOffered: Offered): LotLine[] {
  const { blister_id, order_id, quantity } = line
  const chosen = allChosen.filter((each) => each.order_id === order_id && each.blister_id === blister_id)
  const isMine = (lot: number) => chosen.some(({ lot_id }) => lot_id === lot)
  const lots = allOffered.filter(
    ({ blister_id: blister, lot_id, left }) => blister === blister_id && (left > 0 || isMine(lot_id)),
  )
  if (chosen.length === 0 && lots.length === 0) return []
  const missing = quantity - chosen.reduce((sum, each) => sum + each.quantity, 0)
  const suggested = suggestUnits(missing, lots).map((each) => ({ ...each, blister_id, is_on_hold: false }))
  const { product_name, product_type, seed_count } = line
  return [{ blister_id, product_name, product_type, seed_count, quantity, chosen, suggested, lots }]
}
