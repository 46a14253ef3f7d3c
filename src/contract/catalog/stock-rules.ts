import { MAX_STOCK } from '../limits.ts'
import { missing, notWhole, tooLarge, tooSmall } from '../sentences.ts'

/** Why units come or go outside orders. `adjustment` is also what forms and sheets write. */
export const ADJUSTMENT_REASONS = ['received', 'returned', 'lost', 'damaged', 'sample', 'adjustment'] as const
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number]

export const STOCK_REASONS = [
  'initial',
  'order',
  'order_edited',
  'line_removed',
  'cancelled',
  'reopened',
  'order_deleted',
  'expired',
  'count',
  ...ADJUSTMENT_REASONS,
] as const
export type StockReason = (typeof STOCK_REASONS)[number]

export const STOCK_REASON_LABEL: Record<StockReason, string> = {
  initial: 'Carga inicial',
  order: 'Pedido',
  order_edited: 'Pedido editado',
  line_removed: 'Producto quitado del pedido',
  cancelled: 'Pedido cancelado',
  reopened: 'Pedido reabierto',
  order_deleted: 'Pedido eliminado',
  expired: 'Reserva vencida',
  count: 'Recuento',
  received: 'Ingreso de cosecha',
  returned: 'Devolución',
  lost: 'Pérdida',
  damaged: 'Rotura',
  sample: 'Muestra',
  adjustment: 'Corrección',
}

/** Which way a reason moves the stock; 0: either. */
const SIGN: Record<AdjustmentReason, 1 | -1 | 0> = {
  received: 1,
  returned: 1,
  lost: -1,
  damaged: -1,
  sample: -1,
  adjustment: 0,
}

export const LEDGER_NOTE_LENGTH = 200

/** Filters of the list: shown and at its low mark, none available, some in orders. */
export const STOCK_STATES = ['low', 'out', 'reserved'] as const

/** What the shop calls a presentation that is at its low mark, but not out. */
export const LOW_STOCK = 'Poco stock'
const LOW_AT = 'El aviso de stock'

/** For form and server; null leaves it to the setting. */
export function lowAtError(units: number | null): string | undefined {
  if (units === null) return undefined
  if (!Number.isInteger(units)) return notWhole(LOW_AT)
  if (units < 0) return tooSmall(LOW_AT, 0)
  return units > MAX_STOCK ? tooLarge(LOW_AT, MAX_STOCK) : undefined
}

const UNITS = 'La cantidad'
const NO_UNITS = 'La cantidad no puede ser 0'
export const REASON_REQUIRED = 'El motivo es requerido'

/** The change in units: what was typed, down for a reason that takes units. A correction has its own sign. */
export function changeOf(reason: AdjustmentReason, units: number): number {
  return SIGN[reason] === 0 ? units : SIGN[reason] * Math.abs(units)
}

/** For form and server; `change` is undefined when no number was typed. */
export function changeError(change: number | undefined): string | undefined {
  if (change === undefined) return missing(UNITS)
  if (!Number.isInteger(change)) return notWhole(UNITS)
  if (change === 0) return NO_UNITS
  return Math.abs(change) > MAX_STOCK ? tooLarge(UNITS, MAX_STOCK) : undefined
}

/** The reason forbids the direction, such as a loss that adds units. */
export function directionError(reason: AdjustmentReason, change: number): string | undefined {
  if (change === changeOf(reason, change)) return undefined
  return `${STOCK_REASON_LABEL[reason]}: las unidades ${SIGN[reason] > 0 ? 'se suman' : 'se restan'}`
}

export function tooFewLeft(left: number, wanted: number): string {
  return `${left === 1 ? 'Queda 1 disponible' : `Quedan ${left} disponibles`}: no se pueden sacar ${wanted}`
}

// ---- Counts ----------------------------------------------------------------------------------------------------

export const COUNT_STATES = ['open', 'applied', 'discarded'] as const
export type CountState = (typeof COUNT_STATES)[number]

/** What a list of presentations to count shows; without one all of them. */
export const COUNT_VIEWS = ['missing', 'counted', 'differing'] as const

export function countName(id: number): string {
  return `Recuento #${id}`
}

export const COUNT_OPEN = 'Hay un recuento abierto'
export const COUNT_CLOSED = 'El recuento ya está cerrado'

/** For form and server. */
export function countedError(counted: number | null): string | undefined {
  if (counted === null) return undefined
  if (!Number.isInteger(counted)) return notWhole(UNITS)
  if (counted < 0) return tooSmall(UNITS, 0)
  return counted > MAX_STOCK ? tooLarge(UNITS, MAX_STOCK) : undefined
}

export function reservedAreMissing(units: number): string {
  return units === 1 ? 'Falta 1 que está reservada' : `Faltan ${units} que están reservadas`
}
