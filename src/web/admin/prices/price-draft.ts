import {
  amountError,
  MINUS,
  percentError,
  type PriceRule,
  RULE_FIELDS,
  type RoundingWay,
} from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter } from '../../../contract/catalog/price-runs.ts'
import type { ProductType } from '../../../contract/catalog/product-types.ts'
import { missing, notANumber } from '../../../contract/sentences.ts'
import { parseAmount } from '../products/amounts.ts'

type Choice = '' | 'true' | 'false'

/** The form as it is typed; '' of a choice means all. */
export interface PriceDraft {
  kind: PriceRule['kind']
  percent: string
  amount: string
  round_to: string
  rounding: RoundingWay
  minus: string
  types: ProductType[]
  /** The id of a brand. */
  brand: string
  limited: Choice
  national: Choice
  available: Choice
}

export const EMPTY: PriceDraft = {
  kind: 'percent',
  percent: '',
  amount: '',
  round_to: '100',
  rounding: 'nearest',
  minus: '0',
  types: [],
  brand: '',
  limited: '',
  national: '',
  available: '',
}

/** The error of what the chosen kind needs; the other field is not used. */
export function draftErrors(draft: PriceDraft): Partial<Record<'percent' | 'amount', string | undefined>> {
  const { kind } = draft
  const name = RULE_FIELDS[kind]
  if (draft[kind].trim() === '') return { [kind]: missing(name) }
  const value = parseAmount(draft[kind])
  if (value === undefined) return { [kind]: notANumber(name) }
  return { [kind]: kind === 'percent' ? percentError(value) : amountError(value) }
}

/** Undefined while it is incomplete or wrong. */
export function ruleOf(draft: PriceDraft): PriceRule | undefined {
  const { kind, rounding } = draft
  const value = parseAmount(draft[kind])
  if (value === undefined || Object.values(draftErrors(draft)).some(Boolean)) return undefined
  const how = {
    round_to: Number(draft.round_to),
    rounding,
    minus: MINUS.find((pesos) => String(pesos) === draft.minus) ?? 0,
  }
  return kind === 'percent' ? { kind, percent: value, ...how } : { kind, amount: value, ...how }
}

export function filterOf({ types, brand, limited, national, available }: PriceDraft): PriceFilter {
  return {
    ...(types.length > 0 && { types }),
    ...(brand !== '' && { brands: [Number(brand)] }),
    ...(limited !== '' && { limited: limited === 'true' }),
    ...(national !== '' && { national: national === 'true' }),
    ...(available !== '' && { available: available === 'true' }),
  }
}
