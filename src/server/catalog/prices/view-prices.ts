import { finalPrice } from '../../../contract/catalog/final-price.ts'
import { toPesos } from '../../../contract/money.ts'
import type { PriceHistoryRow, PriceRun } from '../../../contract/catalog/price-runs.ts'
import type { listHistory, ListedRun } from './price-run-queries.ts'

const SYSTEM = 'Sistema'

export function viewRun({
  rule: asked,
  sum_old,
  sum_new,
  username,
  created_at,
  ...run
}: ListedRun): PriceRun {
  // safe: written by `insertRun`; sheets and undos have neither
  const { rule = null, filter = null } = asked as Partial<Pick<PriceRun, 'rule' | 'filter'>>
  return {
    ...run,
    rule,
    filter,
    sum_old: toPesos(sum_old),
    sum_new: toPesos(sum_new),
    user: username ?? SYSTEM,
    created_at: created_at.toISOString(),
  }
}

type Listed = Awaited<ReturnType<typeof listHistory>>[number]

export function viewHistoryRow({
  created_at,
  username,
  old_price,
  new_price,
  ...row
}: Listed): PriceHistoryRow {
  return {
    ...row,
    at: created_at.toISOString(),
    old_price: old_price === null ? null : toPesos(old_price),
    new_price: toPesos(new_price),
    final_price: toPesos(finalPrice(new_price, row.new_discount)),
    user: username ?? SYSTEM,
  }
}
