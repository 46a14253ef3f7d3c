import { favoritesFull, MAX_FAVORITES } from '../../../contract/catalog/choosing.ts'
import type { Favorites } from '../../../contract/catalog/favorites.ts'
import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import { inTransaction } from '../../db/transaction.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import * as queries from './favorite-queries.ts'

export async function listFavorites({ db }: Shop, userId: number): Promise<Favorites> {
  return { ids: await queries.listFavorites(db, userId) }
}

/** Throws 404 for a product that is not shown, `LIMIT_REACHED`. */
export async function addFavorite(shop: Shop, product: number, userId: number): Promise<Favorites> {
  if (!(await queries.isShown(shop.db, product))) throw notFound(PRODUCT_NOT_FOUND)
  const kept = await mergeFavorites(shop, [product], userId)
  if (!kept.ids.includes(product)) throw new DomainError('LIMIT_REACHED', favoritesFull(MAX_FAVORITES))
  return kept
}

/** Adds those that are shown while there is room. */
export function mergeFavorites(shop: Shop, ids: number[], userId: number): Promise<Favorites> {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    await queries.insertFavorites(tx, { userId, ids, most: MAX_FAVORITES, at })
    return { ids: await queries.listFavorites(tx, userId) }
  })
}

export function dropFavorite({ db }: Shop, product: number, userId: number): Promise<void> {
  return queries.deleteFavorite(db, userId, product)
}
