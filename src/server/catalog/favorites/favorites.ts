import { favoritesFull, MAX_FAVORITES } from '../../../contract/catalog/choosing.ts'
import type * as contract from '../../../contract/catalog/favorites.ts'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import * as queries from './favorite-queries.ts'

export async function listFavorites({
  shop: { db },
  user: { id: userId },
}: InputOf<typeof contract.listFavorites>) {
  return { ids: await queries.listFavorites(db, userId) }
}

/** Throws 404 for a product that is not shown, `LIMIT_REACHED`. */
export async function addFavorite({
  shop,
  user,
  params: { id: product },
}: InputOf<typeof contract.addFavorite>) {
  if (!(await queries.isShown(shop.db, product))) throw notFound(PRODUCT_NOT_FOUND)
  const kept = await mergeFavorites({ shop, user, body: { ids: [product] } })
  if (!kept.ids.includes(product)) throw new DomainError('LIMIT_REACHED', favoritesFull(MAX_FAVORITES))
  return kept
}

/** Adds those that are shown while there is room. */
export function mergeFavorites({
  shop,
  user: { id: userId },
  body: { ids },
}: InputOf<typeof contract.mergeFavorites>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    await queries.insertFavorites(tx, { userId, ids, most: MAX_FAVORITES, at })
    return { ids: await queries.listFavorites(tx, userId) }
  })
}

export function dropFavorite({
  shop: { db },
  user: { id: userId },
  params: { id: product },
}: InputOf<typeof contract.dropFavorite>) {
  return queries.deleteFavorite(db, userId, product)
}
