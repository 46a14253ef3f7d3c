import {
  leftOfLot,
  leftWithoutLot,
  LOT_NOT_FOUND,
  lotIsNotOffered,
  tooManyOfLots,
} from '../../../contract/catalog/lot-rules.ts'
import type { Tx } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import * as queries from './unit-queries.ts'
import { withhold } from './withhold.ts'

interface By {
  userId: number | null
  at: Date
}

/** Units of an order, by presentation. */
interface HeldLine {
  blister_id: number
  quantity: number
}

/**
 * Call after an order changed its units or was handed over. Returns lot units beyond `held`, and assigns it lots for
 * units that left the shelf without one when no others are left. `touched`: every presentation that the order had or
 * has.
 */
export async function settleLots(tx: Tx, { orderId, held, touched }: Settled, by: By): Promise<void> {
  await queries.holdPresentations(tx, touched)
  await queries.releaseBeyond(tx, { orderId, lines: held }, by)
  await queries.fitLots(tx, touched, { ...by, orderId })
  await withhold(tx, touched, by)
  await queries.announceLots(tx, orderId)
}

interface Settled {
  orderId: number
  held: HeldLine[]
  touched: number[]
}

/**
 * Call before a handed order that was cancelled takes its units again: it has the lots again that its cancellation
 * returned, on hold or not. The presentations must be locked.
 */
export async function retakeLots(
  tx: Tx,
  { orderId, touched }: Pick<Settled, 'orderId' | 'touched'>,
  by: By,
): Promise<void> {
  await queries.retake(tx, orderId, by)
  await withhold(tx, touched, by)
}

/** An order line with lots. */
export interface LotLine extends HeldLine {
  product_id: number
  product_name: string
}

/**
 * Assigns the lots `wanted` to an order, which must be locked, and no others unless its units left the shelf and can
 * only come from lots. A lot named twice counts by its sum. Throws 404 for a lot of another product, `CONFLICT` for
 * more units than the lot has left or the line has, and for a lot that is held or closed.
 */
export async function chooseLots(
  tx: Tx,
  { orderId, lines, wanted }: { orderId: number; lines: LotLine[]; wanted: queries.LotUnits[] },
  by: By,
): Promise<void> {
  const blisters = lines.map(({ blister_id }) => blister_id)
  await queries.holdPresentations(tx, blisters)
  const before = await queries.listChosen(tx, [orderId])
  const lots = new Map((await queries.holdLots(tx, lotIds(wanted))).map((lot) => [lot.id, lot]))
  const left = byPlace(await queries.listLeft(tx, { lots: [...lots.keys()], blisters }))
  const [had, wants] = [byPlace(before), byPlace(wanted)]
  refuseTooMany(lines, wanted)
  for (const units of wanted) {
    const lot = lots.get(units.lot_id)
    const line = lines.find(({ blister_id }) => blister_id === units.blister_id)
    if (!lot || lot.product_id !== line?.product_id) throw notFound(LOT_NOT_FOUND)
    const place = placeOf(units)
    const [own, asked] = [had.get(place) ?? 0, wants.get(place) ?? 0]
    if (asked <= own) continue
    if (lot.state !== 'open') throw new DomainError('CONFLICT', lotIsNotOffered(lot.code, lot.state))
    const most = (left.get(place) ?? 0) + own
    if (asked > most) throw new DomainError('CONFLICT', leftOfLot(lot.code, most))
  }
  await queries.writeUnits(tx, differences(orderId, before, wanted), by)
  await queries.fitLots(tx, blisters, { ...by, orderId })
  await withhold(tx, blisters, by)
}

function refuseTooMany(lines: LotLine[], wanted: queries.LotUnits[]): void {
  for (const [blister, units] of Map.groupBy(wanted, ({ blister_id }) => blister_id)) {
    const line = lines.find(({ blister_id }) => blister_id === blister)
    if (!line) throw notFound('Ese producto no está en el pedido')
    const sum = units.reduce((total, { quantity }) => total + quantity, 0)
    if (sum > line.quantity) throw new DomainError('CONFLICT', tooManyOfLots(line.product_name))
  }
}

/** The difference between assigned and wanted lots. */
function differences(
  orderId: number,
  before: queries.LotUnits[],
  wanted: queries.LotUnits[],
): queries.LotMovement[] {
  const [had, wants] = [byPlace(before), byPlace(wanted)]
  const places = new Map([...before, ...wanted].map((units) => [placeOf(units), units]))
  return [...places].map(([place, { lot_id, blister_id }]) => {
    const change = (had.get(place) ?? 0) - (wants.get(place) ?? 0)
    const reason = change > 0 ? 'released' : 'order'
    return { lot_id, blister_id, change, reason, order_id: orderId }
  })
}

function lotIds(units: queries.LotUnits[]): number[] {
  return [...new Set(units.map(({ lot_id }) => lot_id))]
}

function placeOf({ lot_id, blister_id }: queries.LotUnits): string {
  return `${lot_id} ${blister_id}`
}

function byPlace(units: queries.LotUnits[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const each of units) sums.set(placeOf(each), (sums.get(placeOf(each)) ?? 0) + each.quantity)
  return sums
}

/**
 * Moves units on the shelf into the lot, or out of it (`change` below 0). `stockMovementId`: the stock movement that
 * added or removed them; `withhold` is up to the caller. Returns the lot. Throws `CONFIRM` for more units than are without a
 * lot, `CONFLICT` for more than are left in it.
 */
export async function moveUnits(
  tx: Tx,
  { lotId, blister, change, stockMovementId }: LotMove,
  by: By,
): Promise<queries.HeldLot> {
  await queries.holdPresentations(tx, [blister])
  const [lot] = await queries.holdLots(tx, [lotId])
  const units = await queries.spareOf(tx, blister)
  if (!lot || lot.product_id !== units?.product_id) throw notFound(LOT_NOT_FOUND)
  const [left] = await queries.listLeft(tx, { lots: [lotId], blisters: [blister] })
  if (change > units.spare) throw new DomainError('CONFIRM', leftWithoutLot(units.spare, change))
  if (-change > (left?.quantity ?? 0))
    throw new DomainError('CONFLICT', leftOfLot(lot.code, left?.quantity ?? 0))
  const reason = change > 0 ? 'received' : 'adjusted'
  const movement = {
    lot_id: lotId,
    blister_id: blister,
    change,
    reason,
    stock_movement_id: stockMovementId,
  } as const
  await queries.writeUnits(tx, [movement], by)
  return lot
}

interface LotMove {
  lotId: number
  blister: number
  change: number
  stockMovementId?: number
}
