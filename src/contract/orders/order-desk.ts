import { parseAmount, unreadError } from '../amounts.ts'
import { finalPrice } from '../catalog/final-price.ts'
import { hundredthsError } from '../catalog/product-rules.ts'
import { LAST_DAY, MAX_PAYMENT_PESOS } from '../limits.ts'
import { type Centavos, type Pesos, toCentavos, toPesos } from '../money.ts'
import type { OrderStatus } from './order-status.ts'
import { DAY_TOO_LATE, missing, tooHigh, tooLarge, tooSmall } from '../sentences.ts'

/** Rules and labels of order handling. The shop takes no payments: it records what was paid, handed over and said. */
export const PAYMENT_METHODS = ['cash', 'transfer', 'wallet', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_METHOD_LABEL: Record<PaymentMethod, string> = {
  cash: 'Efectivo',
  transfer: 'Transferencia',
  wallet: 'Billetera virtual',
  other: 'Otro medio',
}

export const PAYMENT_KINDS = ['payment', 'refund'] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

export const PAYMENT_KIND_LABEL: Record<PaymentKind, string> = { payment: 'Pago', refund: 'Devolución' }

export const REFERENCE_LENGTH = 80
export const VOID_REASON_LENGTH = 200

export const AMOUNT = 'El importe'
export const AMOUNT_TOO_SMALL = 'El importe debe ser mayor que 0'
export const METHOD_INVALID = 'El medio de pago no es válido'
export const CARRIER_LENGTH = 60
export const TRACKING_LENGTH = 80

export const ALREADY_HANDED = 'El pedido ya fue entregado. Comunicarse con la tienda.'
export const HOW_REQUIRED = 'Falta cómo se entregó'
export const NOT_SHIPPED = 'Transporte y seguimiento son de un envío'
export const CHANGED_AFTER_PREPARED = 'Cambió después de preparado'

export const VOID_REASON = 'El motivo'
export const ALREADY_VOID = 'El pago ya estaba anulado'
export const DUE_WITHOUT_METHOD = 'La fecha va junto con un medio de pago'

export const HAS_MARKS = 'El pedido tiene pagos o entrega anotados: anularlos o archivarlo.'

/** As typed. */
export function paymentErrors(
  { amount, paid_on }: { amount: string; paid_on: string },
  today: string,
): { amount: string | undefined; paid_on: string | undefined } {
  const pesos = parseAmount(amount)
  const wrong = pesos === undefined ? unreadError(amount, AMOUNT) : paidError(pesos)
  return { amount: wrong, paid_on: paidOnError(paid_on, today) }
}

/** An amount is stored as it is sent: it is never rounded. */
export function paidError(amount: Pesos): string | undefined {
  if (toCentavos(amount) <= 0) return AMOUNT_TOO_SMALL
  return amount > MAX_PAYMENT_PESOS ? tooHigh(AMOUNT) : hundredthsError(amount, AMOUNT)
}

/** Both are days in Buenos Aires. */
export function paidOnError(paid_on: string, today: string): string | undefined {
  if (paid_on === '') return missing('La fecha')
  return paid_on > today ? 'La fecha no puede ser futura' : undefined
}

/** `paid`: the most to refund, formatted. */
export function refundTooHigh(paid: string): string {
  return `No se puede devolver más de lo cobrado (${paid})`
}

export const NOTE = 'La nota'
export const NOTE_LENGTH = 2000
export const NOTE_SENT = 'La nota ya se envió al cliente: no se puede borrar'
export const NOTE_NOT_VISIBLE = 'Una nota interna no se envía al cliente'
export const TIMELINE_LENGTH = 100

export const PRICE_REASON_LENGTH = 200
export const LINE_PRICE = 'El precio'
export const LINE_DISCOUNT = 'El descuento'
/** Of a line, in percent. */
export function lineDiscountError(percent: number): string | undefined {
  if (percent < 0.01) return tooSmall(LINE_DISCOUNT, 0.01)
  return percent > 100 ? tooLarge(LINE_DISCOUNT, 100) : hundredthsError(percent, LINE_DISCOUNT)
}

export const PRICE_OR_DISCOUNT = 'Va un precio o un descuento, no los dos'

/** The price of a line (pesos) after this discount (percent), rounded as `finalPrice`. */
export function discounted(price: Pesos, percent: number): Pesos {
  return toPesos(finalPrice(toCentavos(price), percent))
}

/**
 * The prices (centavos) of an order's lines after a discount on the whole order. Each is rounded down; the centavos that the
 * rounded total still lacks go to the lines that lost most, one a unit, as long as all units of a line get theirs. So the
 * total is the sum of the lines, never above the rounded one, and exact as soon as a line with one unit can take the rest.
 */
export function spreadDiscount(
  lines: readonly { quantity: number; price: Centavos }[],
  percent: number,
): Centavos[] {
  // Hundredths of a percent are whole, and so is what they are multiplied with.
  const kept = 10_000 - Math.round(percent * 100)
  const cut = lines.map(({ price }) => Math.floor((price * kept) / 10_000))
  const lost = lines.map(({ price }) => (price * kept) % 10_000)
  const sum = (prices: readonly number[]) =>
    prices.reduce((all, price, at) => all + price * (lines[at]?.quantity ?? 0), 0)
  const exact = sum(lines.map(({ price }) => price)) * kept
  let lacking = Math.round(exact / 10_000) - sum(cut)
  const byLoss = lines.map((_, at) => at).toSorted((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0))
  for (const at of byLoss) {
    const { quantity } = lines[at] ?? { quantity: 0 }
    if (lost[at] === 0 || quantity > lacking) continue
    cut[at] = (cut[at] ?? 0) + 1
    lacking -= quantity
  }
  return cut
}

/** `copied`: the message was copied, to be sent by other means. */
export const CONTACT_CHANNELS = ['whatsapp', 'telegram', 'email', 'phone', 'copied'] as const
export type ContactChannel = (typeof CONTACT_CHANNELS)[number]

export const ORDER_CHANNELS = ['web', 'phone', 'whatsapp', 'fair', 'other'] as const
export type OrderChannel = (typeof ORDER_CHANNELS)[number]

export const ORDER_CHANNEL_LABEL: Record<OrderChannel, string> = {
  web: 'Tienda',
  phone: 'Teléfono',
  whatsapp: 'WhatsApp',
  fair: 'Feria',
  other: 'Otro',
}

export const NO_LINES = 'El pedido no tiene productos'

/** Channels of orders entered by the shop; the first is the default. */
export const MANUAL_CHANNELS = ['phone', 'whatsapp', 'fair', 'other'] as const
export const CUSTOMER_OR_GUEST = 'Falta de quién es el pedido: una cuenta o un nombre'
export const MAIL_WITHOUT_ACCOUNT = 'Sin cuenta no se manda el email'
/** Mails about orders contain prices, so they need a verified address. */
export const MAIL_UNVERIFIED = 'La cuenta no tiene el email verificado: no se manda'
export const COMPLETE_WITHOUT_HANDING = 'Para completarlo, el pedido tiene que estar entregado'

// ---- States ----------------------------------------------------------------------------------------------------

export const PAYMENT_STATES = ['none', 'agreed', 'partial', 'paid', 'over'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_STATE_LABEL: Record<PaymentState, string> = {
  none: 'Sin pago',
  agreed: 'Pago acordado',
  partial: 'Pago parcial',
  paid: 'Pagado',
  over: 'A favor',
}

/** The amounts in one unit, pesos or centavos. */
export function paymentState(order: {
  total: number
  paid_total: number
  agreed_method: PaymentMethod | null
}): PaymentState {
  const { total, paid_total: paid } = order
  if (paid > total) return 'over'
  if (paid === total) return 'paid'
  if (paid > 0) return 'partial'
  return order.agreed_method === null ? 'none' : 'agreed'
}

export const HANDING_WAYS = ['in_person', 'shipped'] as const
export type HandedHow = (typeof HANDING_WAYS)[number]

export const DELIVERY_STATES = ['pending', 'prepared', 'handed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

interface DeliveryMarks<Moment = Date> {
  prepared_at: Moment | null
  handed_at: Moment | null
  handed_how: HandedHow | null
}

export function deliveryState({ prepared_at, handed_at }: DeliveryMarks<unknown>): DeliveryState {
  if (handed_at !== null) return 'handed'
  return prepared_at === null ? 'pending' : 'prepared'
}

export const SHIPPED = 'Despachado'

export function deliveryStateLabel(marks: DeliveryMarks<unknown>): string {
  const state = deliveryState(marks)
  return state === 'handed' && marks.handed_how === 'shipped' ? SHIPPED : DELIVERY_STATE_NAMES[state]
}

export const DELIVERY_STATE_NAMES: Record<DeliveryState, string> = {
  pending: 'Sin preparar',
  prepared: 'Preparado',
  handed: 'Entregado',
}

export const HANDED_HOW_LABEL: Record<HandedHow, string> = { in_person: 'En persona', shipped: 'Por envío' }

/** Whether to show the payment state: always for a pending order, else once a payment was recorded or agreed. */
export function showsPayment(order: {
  status: OrderStatus
  payment_state: PaymentState
  paid_total: number
}): boolean {
  if (order.status === 'pending') return true
  return order.paid_total > 0 || (order.status === 'completed' && order.payment_state === 'agreed')
}

// ---- Reservation expiry ----------------------------------------------------------------------------------------

export const RESERVATION_OVER = 'Reserva vencida'
const EXPIRES_IN_PAST = 'La fecha ya pasó'
export const DOES_NOT_EXPIRE = 'Un pedido con pago, acuerdo o entrega anotados no vence'

/** The last day of a reservation, and today, in Buenos Aires. */
export function expiryError(expires_on: string, today: string): string | undefined {
  if (expires_on === '') return missing('La fecha')
  if (expires_on < today) return EXPIRES_IN_PAST
  return expires_on > LAST_DAY ? DAY_TOO_LATE : undefined
}

/** Whether the order is an expiring reservation. `CAN_EXPIRE` on the server is the same rule in SQL. */
export function canExpire(order: {
  status: OrderStatus
  paid_total: number
  agreed_method: PaymentMethod | null
  prepared_at: unknown
  handed_at: unknown
}): boolean {
  const { status, paid_total, agreed_method, prepared_at, handed_at } = order
  const isNoted = paid_total > 0 || agreed_method !== null || prepared_at !== null || handed_at !== null
  return status === 'pending' && !isNoted
}

// ---- Next step -------------------------------------------------------------------------------------------------

export const NEXT_ACTIONS = [
  'refund',
  'collect',
  'finish',
  'hand',
  'prepare',
  'expiring',
  'agree',
  'contact',
] as const
export type NextAction = (typeof NEXT_ACTIONS)[number]

export interface NextFacts {
  status: OrderStatus
  total: number
  paid_total: number
  agreed_method: PaymentMethod | null
  agreed_due: string | null
  expires_at: Date | null
  isPrepared: boolean
  isHanded: boolean
  isContacted: boolean
}

/** Shorter than this before the end, extending the reservation is the next step. */
export const EXPIRING_HOURS = 24

/** The next step of an order; null if nothing is left to do. `nextActionCase` on the server is the same rule in SQL. */
export function nextAction(order: NextFacts, today: string, now: Date): NextAction | null {
  const { status, paid_total: paid, agreed_method, agreed_due, expires_at, isHanded } = order
  const owes = paid < order.total
  // Orders from before payments were recorded do not count as unpaid.
  const isNoted = paid > 0 || agreed_method !== null
  if (status === 'cancelled') return paid > 0 ? 'refund' : null
  if (status === 'completed') return owes && isNoted ? 'collect' : null
  if (isHanded && !owes) return 'finish'
  if (owes && (isHanded || (agreed_due !== null && agreed_due < today))) return 'collect'
  if (order.isPrepared) return 'hand'
  // A free order, such as a replacement, needs no agreement about payment.
  if (isNoted || !owes) return 'prepare'
  if (expires_at !== null && expires_at.getTime() <= now.getTime() + EXPIRING_HOURS * 3_600_000)
    return 'expiring'
  return order.isContacted ? 'agree' : 'contact'
}
