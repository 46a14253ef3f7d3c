import { ORDER_CANCELLED } from '../../contract/warranty/claim-rules.ts'
import type { AdminOrder } from '../../contract/orders/orders.ts'
import { recordActivity } from '../activity/activity.ts'
import type { OrderRow } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import { lockOrder } from './change/change-queries.ts'
import { findOrder } from './queries.ts'
import { stale } from './rules.ts'

/** Locks an order to change its marks. */
export async function holdOrder(tx: Tx, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw notFound('Pedido no encontrado')
  return order
}

/** `holdOrder` that throws `CONFLICT` if the order is cancelled, `STALE` if it has another version than the caller saw. */
export async function holdSeen(tx: Tx, id: number, version: number | undefined): Promise<OrderRow> {
  const order = await holdOrder(tx, id)
  if (order.status === 'cancelled') throw new DomainError('CONFLICT', ORDER_CANCELLED)
  if (version !== undefined && version !== order.version) throw stale()
  return order
}

export async function readOrder(tx: Tx, id: number, at: Date): Promise<AdminOrder> {
  const order = await findOrder(tx, id, at)
  if (!order) throw notFound('Pedido no encontrado')
  return order
}

/** What a log entry says about a mark of an order. */
export interface Mark {
  /** Null for the shop itself. */
  by: number | null
  at: Date
  what: string
  /** Without free text, as log rows cannot be changed. */
  changes: Record<string, unknown>
}

/** A log entry about an order without a change of its row. */
export async function recordMark(tx: Tx, { id }: Pick<OrderRow, 'id'>, mark: Mark): Promise<void> {
  const { by, at, what, changes } = mark
  const about = { entity: 'order', entityId: id, description: `Pedido #${id}: ${what}` } as const
  await recordActivity(tx, { at, action: 'update', userId: by, changes, ...about })
}
