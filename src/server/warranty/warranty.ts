import { ADMIN_PAGE_SIZE, MAX_ARRAY_LENGTH } from '../../contract/limits.ts'
import type * as contract from '../../contract/warranty/warranty.ts'
import { CLAIMS_FORBIDDEN } from '../../contract/warranty/warranty-status.ts'
import { forgetTextsOf } from '../activity/activity.ts'
import type { ForgottenPerson } from '../db/forgotten-person.ts'
import type { Tx } from '../db/transaction.ts'
import { DomainError, notFound } from '../errors.ts'
import { releasePictures } from '../files/mark-used.ts'
import type { InputOf } from '../http/input.ts'
import { pageOf, pagingAsked } from '../http/paging.ts'
import { claimFor } from './claim-view.ts'
import * as queries from './queries.ts'

export { claimMailAgain } from './claim-mail-again.ts'

/**
 * For the removal of a person; also erases the texts in the log about the claims, and their photos. Resolves to how
 * many.
 */
export async function forgetClaims(tx: Tx, person: ForgottenPerson, at: Date): Promise<number> {
  const { ids, photos } = await queries.forgetClaims(tx, person)
  await forgetTextsOf(tx, 'warranty_claim', ids)
  await releasePictures(tx, { preset: 'warranty', ids: photos, at })
  return ids.length
}

/** The caller's own claims, or all for admins: a page with `page` or `page_size`, else an array of at most 100. */
export async function listClaims({ shop, user, query }: InputOf<typeof contract.listClaims>) {
  const own = query.user === 'current'
  if (!own && !user.isAdmin) {
    throw new DomainError('FORBIDDEN', CLAIMS_FORBIDDEN)
  }
  const filter = { userId: own ? user.id : undefined, status: query.status, search: query.search }
  const paging = pagingAsked(query, ADMIN_PAGE_SIZE)
  if (!paging) {
    const rows = await queries.listClaimRows(shop.db, filter, { limit: MAX_ARRAY_LENGTH, offset: 0 })
    return rows.map((row) => claimFor(shop, user, row))
  }
  const rows = await queries.listClaimRows(shop.db, filter, { limit: paging.pageSize, offset: paging.offset })
  const count = await queries.countClaims(shop.db, filter)
  return pageOf('/warranty-claims/', query, paging, {
    results: rows.map((row) => claimFor(shop, user, row)),
    count,
  })
}

/** For the filter and the navigation of the panel. */
export async function countClaimsByStatus({ shop }: InputOf<typeof contract.countClaims>) {
  const counts = { pending: 0, reviewing: 0, approved: 0, rejected: 0, resolved: 0 }
  for (const { status, count } of await queries.countByStatus(shop.db)) counts[status] = count
  return counts
}

/** The caller's own claim, or any for admins. Throws 404 otherwise, whether it exists or not. */
export async function getClaim({ shop, user, params: { id } }: InputOf<typeof contract.getClaim>) {
  const claim = await queries.findClaimRow(shop.db, id)
  if (!claim || !(user.isAdmin || claim.user_id === user.id)) throw notFound('Reclamo no encontrado')
  return claimFor(shop, user, claim)
}
