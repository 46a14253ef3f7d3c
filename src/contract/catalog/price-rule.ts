import { finalPrice } from './final-price.ts'
import { MAX_PRICE_PESOS } from '../limits.ts'
import { type Centavos, formatPesos, type Pesos, toCentavos } from '../money.ts'
import { hundredthsError } from './product-rules.ts'
import { tooHigh, tooLarge, tooSmall } from '../sentences.ts'
import { formatNumber } from '../place.ts'

/** Rules that change many prices: by percent or by an amount, then rounded; or one discount for all. */
export type PriceRule = StepRule | DiscountRule

export type StepRule = (PercentStep | AmountStep) & Rounding

interface DiscountRule {
  kind: 'discount'
  /** Percent, with at most two decimals; 0 takes discounts away. */
  discount: number
}

export const RULE_KINDS = ['percent', 'amount', 'discount'] as const

interface PercentStep {
  kind: 'percent'
  /** With at most two decimals. */
  percent: number
}

interface AmountStep {
  kind: 'amount'
  amount: Pesos
}

interface Rounding {
  /** Rounds to a multiple of this many pesos. */
  round_to: number
  rounding: RoundingWay
  /** Taken off after rounding, in pesos: 1 makes 12.999 of 13.000. */
  minus: (typeof MINUS)[number]
}

export const ROUNDING_WAYS = ['nearest', 'up', 'down'] as const
export type RoundingWay = (typeof ROUNDING_WAYS)[number]

const PERCENT_LIMITS = { min: -90, max: 500 } as const
export const ROUND_TO_LIMITS = { min: 1, max: 1000 } as const
export const MINUS = [0, 1, 10, 100] as const
const MIN_PRICE_PESOS = 1
/** Presentations that one rule may change. */
export const MAX_PRICED = 5_000

/** Names of the fields in sentences. */
export const RULE_FIELDS = {
  percent: 'El porcentaje',
  amount: 'El importe',
  discount: 'El descuento',
  round_to: 'El redondeo',
} as const

export function percentError(value: number): string | undefined {
  const name = RULE_FIELDS.percent
  if (value < PERCENT_LIMITS.min) return tooSmall(name, PERCENT_LIMITS.min)
  if (value > PERCENT_LIMITS.max) return tooLarge(name, PERCENT_LIMITS.max)
  return hundredthsError(value, name)
}

export function amountError(value: number): string | undefined {
  const name = RULE_FIELDS.amount
  if (value < -MAX_PRICE_PESOS) return `${name} es demasiado bajo`
  return value > MAX_PRICE_PESOS ? tooHigh(name) : hundredthsError(value, name)
}

export function discountError(value: number): string | undefined {
  const name = RULE_FIELDS.discount
  if (value < 0) return tooSmall(name, 0)
  if (value >= 100) return `${name} debe ser menor que 100`
  return hundredthsError(value, name)
}

export const PRICES_STALE = 'Los precios cambiaron desde la vista previa. Mirarla de nuevo.'
export const NO_PRICE_CHANGES = 'Ningún precio cambia con esta regla'

/** A price before its discount, in centavos, and the discount in percent. */
interface Discounted {
  price: Centavos
  discount: number
}

/** Applies a rule to a price and its discount. Undefined when the final price would be out of limits. */
export function changedByRule({ price, discount }: Discounted, rule: PriceRule): Discounted | undefined {
  if (price === 0) return { price, discount }
  if (rule.kind !== 'discount') {
    const changed = priceByRule(price, rule)
    return changed === undefined ? undefined : { price: changed, discount }
  }
  // A small price less a large discount can be less than a centavo.
  return finalPrice(price, rule.discount) === 0 ? undefined : { price, discount: rule.discount }
}

/**
 * Applies a rule to a price, in whole centavos; 0 (no price yet) stays 0. Undefined outside `MIN_PRICE_PESOS` to
 * `MAX_PRICE_PESOS`. Integer arithmetic, so halves round exactly.
 */
export function priceByRule(price: Centavos, rule: StepRule): Centavos | undefined {
  if (price === 0) return 0
  const multiple = rule.round_to * 100
  // The price before rounding, as a fraction.
  const [above, below] =
    rule.kind === 'percent'
      ? [price * (10_000 + Math.round(rule.percent * 100)), 10_000]
      : [price + toCentavos(rule.amount), 1]
  const rounded = multiple * dividedBy(below * multiple, above, rule.rounding)
  const changed = rounded - rule.minus * 100
  return changed < toCentavos(MIN_PRICE_PESOS) || changed > toCentavos(MAX_PRICE_PESOS) ? undefined : changed
}

/**
 * Integer division that rounds half up, up or down. Exact: a quotient of integers below 2^53 is never rounded across
 * an integer.
 */
function dividedBy(divisor: number, number: number, rounding: RoundingWay): number {
  if (rounding === 'up') return Math.ceil(number / divisor)
  if (rounding === 'down') return Math.floor(number / divisor)
  return Math.floor((2 * number + divisor) / (2 * divisor))
}

/** Whether final prices rise by a discount or a cut, or fall by a raise. Taking discounts away is meant to raise. */
export function isAgainst(rule: PriceRule, before: Centavos, after: Centavos): boolean {
  const step =
    rule.kind === 'discount' ? -rule.discount : rule.kind === 'percent' ? rule.percent : rule.amount
  return (step < 0 && after > before) || (step > 0 && after < before)
}

/** The refusal for prices that leave the limits. */
export function outOfLimits(names: string[]): string {
  const [first = '', ...others] = names
  const more = others.length === 0 ? '' : ` y ${others.length} más`
  return `Con esta regla el precio de ${first}${more} no queda entre ${formatPesos(MIN_PRICE_PESOS)} y ${formatPesos(MAX_PRICE_PESOS)}`
}

const WAY_IN_WORDS: Record<RoundingWay, string> = { nearest: '', up: ' hacia arriba', down: ' hacia abajo' }

/** '+12 %, a $ 100 hacia arriba, menos $ 1', 'descuento del 15 %' */
export function ruleInWords(rule: PriceRule): string {
  if (rule.kind === 'discount')
    return rule.discount === 0 ? 'sin descuento' : `descuento del ${formatNumber(rule.discount)} %`
  const value = rule.kind === 'percent' ? rule.percent : rule.amount
  const size = Math.abs(value)
  const step = rule.kind === 'percent' ? `${formatNumber(size)} %` : formatPesos(size)
  const rounding = `, a ${formatPesos(rule.round_to)}${WAY_IN_WORDS[rule.rounding]}`
  return `${value < 0 ? '−' : '+'}${step}${rounding}${rule.minus === 0 ? '' : `, menos ${formatPesos(rule.minus)}`}`
}

// ---- Schedules -------------------------------------------------------------------------------------------------

/** States of a scheduled price change. */
export const SCHEDULE_STATES = ['scheduled', 'applied', 'partial', 'failed', 'cancelled'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

export const SCHEDULE_STATE_LABEL: Record<ScheduleState, string> = {
  scheduled: 'Programado',
  applied: 'Aplicado',
  partial: 'Aplicado en parte',
  failed: 'No se aplicó',
  cancelled: 'Cancelado',
}

const YEAR_MS = 366 * 86_400_000

export const APPLY_AT_REQUIRED = 'Falta cuándo'

/** Undefined for a time in the future, at most a year away. */
export function applyAtError(at: Date, now: Date): string | undefined {
  if (at <= now) return 'La fecha debe ser futura'
  return at.getTime() > now.getTime() + YEAR_MS ? 'La fecha no puede pasar de un año' : undefined
}

/** From this delay on the screen says that the change ran late. */
export const LATE_AFTER_MS = 5 * 60_000
