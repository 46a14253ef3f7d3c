import { PRICES_STALE } from '../../../contract/catalog/price-rule.ts'
import type { Tx } from '../../db/transaction.ts'
import { DomainError } from '../../errors.ts'
import { type PriceCause, type PriceChange, writePrices } from './price-queries.ts'

/**
 * The only way to change prices and discounts, for forms, sheets and rules; writes the history. Throws `STALE` when a
 * stored value differs from `from` or the presentation is removed.
 */
export async function setPrices(tx: Tx, changes: PriceChange[], cause: PriceCause): Promise<void> {
  const changing = changes.filter(
    ({ from, to }) => !from || from.price !== to.price || from.discount !== to.discount,
  )
  if (changing.length === 0 || (await writePrices(tx, changing, cause)) === changing.length) return
  throw new DomainError('STALE', PRICES_STALE)
}
