import { isDeepStrictEqual } from 'node:util'
import { markNotHere, ORDER_MARKS, type OrderMark } from '../../../contract/orders/order-marks.ts'
import { type AdminOrder, type OrderChange, OwnOrder } from '../../../contract/orders/orders.ts'
import { DomainError, invalid } from '../../errors.ts'

/**
 * Removes marks from a change. Throws 400 for a mark that differs from the stored one, as marks have their own verbs.
 * Customers get 403 for marks that only admins see, as a 400 would reveal the value.
 */
export function withoutMarks(change: OrderChange, order: AdminOrder, isAdmin: boolean): OrderChange {
  const sent = marksIn(change)
  const isReadable = (mark: OrderMark) => isAdmin || mark in OwnOrder.shape
  if (!sent.every(isReadable)) throw new DomainError('FORBIDDEN', 'Eso lo anota la tienda')
  const others = sent.filter((mark) => !isDeepStrictEqual(change[mark], order[mark]))
  if (others.length > 0) throw invalid(Object.fromEntries(others.map((mark) => [mark, [markNotHere(mark)]])))
  return Object.fromEntries(Object.entries(change).filter(([field]) => !sent.some((mark) => mark === field)))
}

export function marksIn(change: OrderChange): OrderMark[] {
  return ORDER_MARKS.filter((mark) => change[mark] !== undefined)
}
