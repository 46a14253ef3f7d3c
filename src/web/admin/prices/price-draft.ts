import { OFFSET } from '../../../contract/place.ts'
import {
  amountError,
  applyAtError,
  APPLY_AT_REQUIRED,
  discountError,
  MINUS,
  percentError,
  type PriceRule,
  RULE_FIELDS,
  type RoundingWay,
} from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter } from '../../../contract/catalog/price-runs.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { parseAmount, parsePercent, unreadError } from '../../../contract/amounts.ts'

type Choice = '' | 'true' | 'false'

/** The form as typed; '' in a select means all. */
export interface PriceDraft {
  kind: PriceRule['kind']
  percent: string
  amount: string
  discount: string
  round_to: string
  rounding: RoundingWay
  minus: string
  types: ProductType[]
  brands: number[]
  /** Products chosen in their list; none means all. */
  ids: number[]
  limited: Choice
  national: Choice
  available: Choice
  /** Also prices that would rise by a discount or fall by a raise. */
  against: boolean
  when: 'now' | 'later'
  /** In Buenos Aires, `2026-11-20T09:00`. */
  apply_at: string
}

export const EMPTY: PriceDraft = {
  kind: 'percent',
  percent: '',
  amount: '',
  discount: '',
  round_to: '100',
  rounding: 'nearest',
  minus: '0',
  types: [],
  brands: [],
  ids: [],
  limited: '',
  national: '',
  available: '',
  against: false,
  when: 'now',
  apply_at: '',
}

type Checked = PriceRule['kind'] | 'apply_at'

const VALUE_ERROR = { percent: percentError, amount: amountError, discount: discountError }

/** Errors of the fields used by the chosen kind and time. */
export function draftErrors(draft: PriceDraft): Partial<Record<Checked, string | undefined>> {
  return { [draft.kind]: valueError(draft), apply_at: timeError(draft) }
}

function valueError(draft: PriceDraft): string | undefined {
  const { kind } = draft
  const name = RULE_FIELDS[kind]
  const value = numberOf(draft)
  return value === undefined ? unreadError(draft[kind], name) : VALUE_ERROR[kind](value)
}

/** Percents may be typed with their sign. */
function numberOf(draft: PriceDraft): number | undefined {
  return draft.kind === 'amount' ? parseAmount(draft.amount) : parsePercent(draft[draft.kind])
}

function timeError({ when, apply_at }: PriceDraft): string | undefined {
  if (when === 'now') return undefined
  const at = new Date(instantOf(apply_at))
  return Number.isNaN(at.getTime()) ? APPLY_AT_REQUIRED : applyAtError(at, new Date())
}

export function instantOf(local: string): string {
  return `${local}:00${OFFSET}`
}

/** Undefined while incomplete or invalid. */
export function ruleOf(draft: PriceDraft): PriceRule | undefined {
  const { kind, rounding } = draft
  const value = numberOf(draft)
  if (value === undefined || valueError(draft) !== undefined) return undefined
  if (kind === 'discount') return { kind, discount: value }
  const how = {
    round_to: Number(draft.round_to),
    rounding,
    minus: MINUS.find((pesos) => String(pesos) === draft.minus) ?? 0,
  }
  return kind === 'percent' ? { kind, percent: value, ...how } : { kind, amount: value, ...how }
}

export function filterOf(draft: PriceDraft): PriceFilter {
  const { types, brands, ids, limited, national, available, against } = draft
  return {
    ...(types.length > 0 && { types }),
    ...(brands.length > 0 && { brands }),
    ...(ids.length > 0 && { ids }),
    ...(limited !== '' && { limited: limited === 'true' }),
    ...(national !== '' && { national: national === 'true' }),
    ...(available !== '' && { available: available === 'true' }),
    ...(!against && { against: false }),
  }
}

export interface SentPrices {
  rule: PriceRule
  filter: PriceFilter
  /** The token of the preview. */
  token: string
  apply_at?: string
}

/**
 * The request for a rule. `unanswered` is an earlier request whose outcome is unknown: for the same rule its token is kept,
 * and with it the idempotency key. With the token of a newer preview the rule could be applied twice.
 */
export function withToken(
  asked: Omit<SentPrices, 'token'>,
  token: string,
  unanswered: SentPrices | undefined,
): SentPrices {
  const before = unanswered && { ...asked, token: unanswered.token }
  return before && JSON.stringify(before) === JSON.stringify(unanswered) ? before : { ...asked, token }
}
