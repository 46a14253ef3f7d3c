import { createHash } from 'node:crypto'
import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import {
  changedByRule,
  isAgainst,
  MAX_PRICED,
  outOfLimits,
  type PriceRule,
} from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter } from '../../../contract/catalog/price-runs.ts'
import { invalid } from '../../errors.ts'
import type { PriceChange } from './price-queries.ts'
import type { PricedRow } from './price-run-queries.ts'

// Plans price changes by a rule, without side effects.

/** A presentation that the rule changes. */
export type PlannedChange = PricedRow & PriceChange & { is_against: boolean }

/** Throws `VALIDATION` for too many rows, and when a price would leave its limits. */
export function planPrices(rows: PricedRow[], rule: PriceRule): PlannedChange[] {
  if (rows.length > MAX_PRICED)
    throw invalid({ filter: ['Son más de 5.000 presentaciones: elegí menos con el filtro'] })
  const refused: PricedRow[] = []
  const changes = rows.flatMap((row) => {
    const to = changedByRule(row, rule)
    if (to === undefined) refused.push(row)
    if (to === undefined || (to.price === row.price && to.discount === row.discount)) return []
    const final = finalPrice(to.price, to.discount)
    const is_against = isAgainst(rule, row.final_price, final)
    return { ...row, from: row, to: { ...to, final_price: final }, is_against }
  })
  if (refused.length > 0) throw invalid({ rule: [outOfLimits(refused.map(presentationTitle))] })
  return changes
}

/** Those that the filter asks for. */
export function chosenOf(changes: PlannedChange[], { against = true }: PriceFilter): PlannedChange[] {
  return changes.filter(({ is_against }) => against || !is_against)
}

/** A hash of the prices: it changes with any price or with the set of presentations. */
export function tokenOf(rule: PriceRule, { against = true }: PriceFilter, rows: PricedRow[]): string {
  const prices = rows.map(({ blister_id, price, discount }) => [blister_id, price, discount])
  const sorted = prices.toSorted(([a = 0], [b = 0]) => a - b)
  const asked = Object.entries({ ...rule, against }).toSorted(([a], [b]) => a.localeCompare(b))
  const text = JSON.stringify([asked, sorted])
  return createHash('sha256').update(text).digest('base64url')
}
