import { MAX_PRICE_PESOS } from '../limits.ts'
import { type Centavos, formatPesos, type Pesos, toCentavos } from '../money.ts'
import { hundredthsError } from './product-rules.ts'
import { tooHigh, tooLarge, tooSmall } from '../sentences.ts'

/** How many prices change together: by percent or by an amount, then rounded. */
export type PriceRule = (PercentStep | AmountStep) & Rounding

interface PercentStep {
  kind: 'percent'
  /** With at most two decimals. */
  percent: number
}

interface AmountStep {
  kind: 'amount'
  amount: Pesos
}

export interface Rounding {
  /** To a multiple of so many pesos. */
  round_to: number
  rounding: RoundingWay
  /** Taken off after rounding, in pesos: 1 makes 12.999 of 13.000. */
  minus: (typeof MINUS)[number]
}

export const ROUNDING_WAYS = ['nearest', 'up', 'down'] as const
export type RoundingWay = (typeof ROUNDING_WAYS)[number]

export const PERCENT_LIMITS = { min: -90, max: 500 } as const
export const ROUND_TO_LIMITS = { min: 1, max: 1000 } as const
export const MINUS = [0, 1, 10, 100] as const
const MIN_PRICE_PESOS = 1
/** Presentations that one rule may change. */
export const MAX_PRICED = 5_000

/** Names of the fields in sentences. */
export const RULE_FIELDS = {
  percent: 'El porcentaje',
  amount: 'El importe',
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

export const PRICES_STALE = 'Los precios cambiaron desde la vista previa. Mirarla de nuevo.'
export const NO_PRICE_CHANGES = 'Ningún precio cambia con esta regla'

/**
 * The price by the rule, in whole centavos; 0, no price yet, stays. Undefined when it would leave 1 to `MAX_PRICE_PESOS`.
 * Computed in integers, so that no binary fraction decides about a half.
 */
export function priceByRule(price: Centavos, rule: PriceRule): Centavos | undefined {
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

/** Whole: half up, up or down. A quotient of whole numbers below 2^53 is never rounded across a whole one. */
function dividedBy(divisor: number, number: number, rounding: RoundingWay): number {
  if (rounding === 'up') return Math.ceil(number / divisor)
  if (rounding === 'down') return Math.floor(number / divisor)
  return Math.floor((2 * number + divisor) / (2 * divisor))
}

/** For a price that `priceByRule` refuses. */
export function outOfLimits(names: string[]): string {
  const [first = '', ...others] = names
  const more = others.length === 0 ? '' : ` y ${others.length} más`
  return `Con esta regla el precio de ${first}${more} no queda entre ${formatPesos(MIN_PRICE_PESOS)} y ${formatPesos(MAX_PRICE_PESOS)}`
}

const WAY_IN_WORDS: Record<RoundingWay, string> = { nearest: '', up: ' hacia arriba', down: ' hacia abajo' }

/** '+12 %, a $ 100 hacia arriba, menos $ 1' */
export function ruleInWords(rule: PriceRule): string {
  const value = rule.kind === 'percent' ? rule.percent : rule.amount
  const size = Math.abs(value)
  const step = rule.kind === 'percent' ? `${size.toLocaleString('es-AR')} %` : formatPesos(size)
  const rounding = `, a ${formatPesos(rule.round_to)}${WAY_IN_WORDS[rule.rounding]}`
  return `${value < 0 ? '−' : '+'}${step}${rounding}${rule.minus === 0 ? '' : `, menos ${formatPesos(rule.minus)}`}`
}
