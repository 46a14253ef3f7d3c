import {
  alreadyReplaced,
  beyondBought,
  CLAIMANT_GONE,
  isReplacedBy,
  NOT_APPROVED,
  replacedBy,
} from '../../contract/warranty/claim-rules.ts'
import type * as contract from '../../contract/warranty/replacement.ts'
import type { Replacement } from '../../contract/warranty/replacement.ts'
import { onceBy } from '../db/idempotency.ts'
import type { ClaimRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { placeReplacement, readOrder } from '../orders/orders.ts'
import { changeClaimIn, stale } from './change-claim.ts'
import * as queries from './queries.ts'
import { lockRelated, readReplaced } from './related-queries.ts'

/**
 * Creates the replacement order of an approved claim and resolves the claim, all or nothing, once for each claim unless
 * the order is cancelled. A repeated key answers the current order. Refusals: 404, 409 for a claim that is not approved
 * or already replaced, 409 `STALE`, 409 `OUT_OF_STOCK`, 409 `CONFIRM` for more units than were bought.
 */
export function replaceClaimed({
  shop,
  user: admin,
  params: { id },
  body: replacement,
  key,
}: InputOf<typeof contract.replaceClaimed>) {
  const at = shop.now()
  const keyed = { key, request: ['replaceClaimed', id, replacement], at }
  return inTransaction(shop.database, async (tx) => {
    const { orderId } = await onceBy(tx, admin.id, keyed, async () => {
      const { beyond_bought, ...order } = replacement
      const claim = await holdReplaceable(tx, id, replacement.version)
      if (!beyond_bought) await refuseBeyondBought(tx, id, order)
      const placed = await placeReplacement(tx, { ...order, claim, by: admin.id, at })
      const { resolution_details: told } = claim
      const isOurs = told === '' || isReplacedBy(told)
      await changeClaimIn(tx, shop, claim, {
        fields: { status: 'resolved', ...(isOurs && { resolution_details: replacedBy(placed) }) },
        replacement: placed,
        by: admin.id,
        at,
      })
      return { orderId: placed }
    })
    return readOrder(tx, orderId, at)
  })
}

/** Two claims about the same goods have one replacement, unless it is meant. Throws `CONFIRM`. */
async function refuseBeyondBought(tx: Tx, id: number, { lines }: Pick<Replacement, 'lines'>): Promise<void> {
  const asked = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const question = beyondBought({ ...(await readReplaced(tx, id)), asked })
  if (question !== undefined) throw new DomainError('CONFIRM', question)
}

/** Locks the claim and those about the same goods, so that a second admin finds the first one's order. */
async function holdReplaceable(tx: Tx, id: number, version: number): Promise<ClaimRow> {
  await lockRelated(tx, id)
  const claim = await queries.lockClaim(tx, id)
  if (!claim) throw notFound('Reclamo no encontrado')
  const { replacements } = await queries.getClaimRow(tx, id)
  const live = replacements.find(({ is_cancelled }) => !is_cancelled)
  if (live) throw new DomainError('CONFLICT', alreadyReplaced(live.id))
  if (claim.version !== version) throw stale()
  if (claim.status !== 'approved') throw new DomainError('CONFLICT', NOT_APPROVED)
  // Of a removed person only product, days and state are left.
  if (claim.email === '') throw new DomainError('CONFLICT', CLAIMANT_GONE)
  return claim
}
