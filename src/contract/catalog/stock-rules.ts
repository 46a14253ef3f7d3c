import { MAX_STOCK } from '../limits.ts'
import { missing, notWhole, tooLarge, tooSmall } from '../sentences.ts'

/** Reasons of stock movements outside orders. Forms and sheets write `adjustment`. */
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
  'held',
  'unheld',
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
  held: 'Lote retenido',
  unheld: 'Lote de nuevo a la venta',
  received: 'Ingreso de cosecha',
  returned: 'Devolución',
  lost: 'Pérdida',
  damaged: 'Rotura',
  sample: 'Muestra',
  adjustment: 'Corrección',
}

/** The sign of the movement; 0 allows both. */
const SIGN: Record<AdjustmentReason, 1 | -1 | 0> = {
  received: 1,
  returned: 1,
  lost: -1,
  damaged: -1,
  sample: -1,
  adjustment: 0,
}

/** '8 retenidas, no se venden' */
export function withheldText(units: number): string {
  return units === 1 ? '1 retenida, no se vende' : `${units} retenidas, no se venden`
}

export const LEDGER_NOTE_LENGTH = 200

/** Filters of the stock list; see `StockQuery`. */
export const STOCK_STATES = ['low', 'out', 'reserved'] as const

/** Headings of the list and of its sheet. */
export const STOCK_HEADING = {
  available: 'Disponible',
  reserved: 'Reservado',
  on_hand: 'En depósito',
  unlotted: 'Sin lote',
  low_from: 'Aviso en',
  value: 'Valor',
} as const

export const WITH_STOCK = 'Con stock'

/** The label of a presentation at its low mark with units left. */
export const LOW_STOCK = 'Poco stock'
const LOW_AT = 'El aviso de stock'

/** Null falls back to the setting `low_stock_at`. */
export function lowAtError(units: number | null): string | undefined {
  if (units === null) return undefined
  if (!Number.isInteger(units)) return notWhole(LOW_AT)
  if (units < 0) return tooSmall(LOW_AT, 0)
  return units > MAX_STOCK ? tooLarge(LOW_AT, MAX_STOCK) : undefined
}

const UNITS = 'La cantidad'
const NO_UNITS = 'La cantidad no puede ser 0'
export const REASON_REQUIRED = 'El motivo es requerido'

/** The signed change in units: negative for reasons that take units. Others keep the typed sign. */
export function changeOf(reason: AdjustmentReason, units: number): number {
  return SIGN[reason] < 0 ? -Math.abs(units) : units
}

/** `change` is undefined when nothing was typed. */
export function changeError(change: number | undefined): string | undefined {
  if (change === undefined) return missing(UNITS)
  if (!Number.isInteger(change)) return notWhole(UNITS)
  if (change === 0) return NO_UNITS
  return Math.abs(change) > MAX_STOCK ? tooLarge(UNITS, MAX_STOCK) : undefined
}

/** Units of a harvest. */
export function harvestError(units: number | undefined): string | undefined {
  return changeError(units) ?? directionError('received', units ?? 0)
}

/** The reason forbids the direction, such as a loss that adds units. */
export function directionError(reason: AdjustmentReason, change: number): string | undefined {
  if (SIGN[reason] * change >= 0) return undefined
  return `${STOCK_REASON_LABEL[reason]}: las unidades ${SIGN[reason] > 0 ? 'se suman' : 'se restan'}`
}

export function tooFewLeft(left: number, wanted: number): string {
  return `${left === 1 ? 'Queda 1 disponible' : `Quedan ${left} disponibles`}: no se pueden sacar ${wanted}`
}

// ---- Counts ----------------------------------------------------------------------------------------------------

export const COUNT_STATES = ['open', 'applied', 'discarded'] as const
export type CountState = (typeof COUNT_STATES)[number]

/** Filters of a count's list of presentations. */
export const COUNT_VIEWS = ['missing', 'counted', 'differing'] as const

export function countName(id: number): string {
  return `Recuento #${id}`
}

export const COUNT_OPEN = 'Hay un recuento abierto'
export const COUNT_CLOSED = 'El recuento ya está cerrado'

export function countedError(counted: number | null): string | undefined {
  if (counted === null) return undefined
  if (!Number.isInteger(counted)) return notWhole(UNITS)
  if (counted < 0) return tooSmall(UNITS, 0)
  return counted > MAX_STOCK ? tooLarge(UNITS, MAX_STOCK) : undefined
}

export function reservedAreMissing(units: number): string {
  return units === 1 ? 'Falta 1 que está reservada' : `Faltan ${units} que están reservadas`
}
