import type { LeftOut, TestedLot } from '../../../contract/catalog/tested.ts'
import type { TestedSeeds } from '../../../contract/catalog/germination.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import { notFound } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { drawWays } from './draw-ways.ts'
import { drawProduct, drawShop, seedsOf } from './draw-tested.ts'
import * as queries from './tested-queries.ts'

/**
 * The tests of the lots on sale as HTML: of the shop, or of a product with its seeds claimed, and below how it is guaranteed,
 * sent, paid and asked about. '' for a product that visitors do not see.
 */
export async function getTested(shop: Shop, product: number | undefined): Promise<{ html: string }> {
  const settings = await getRememberedSettings(shop)
  const { show_tests } = settings
  if (product === undefined) {
    return { html: show_tests ? drawShop(await queries.listOnSale(shop.db)) : '' }
  }
  const listed = await queries.findListed(shop.db, product)
  if (!listed) return { html: '' }
  const ways = drawWays(listed, settings)
  if (!show_tests || !listed.is_seeds) return { html: ways }
  const lots = await queries.listOnSale(shop.db, product)
  return { html: drawProduct(lots, await queries.claimedOfProduct(shop.db, product)) + ways }
}

/** Throws 404 while the shop does not show its tests. */
export async function listTestedLots(
  shop: Shop,
  search: string | undefined,
): Promise<TestedSeeds & { results: TestedLot[]; left_out: LeftOut }> {
  const { show_tests } = await getRememberedSettings(shop)
  if (!show_tests) throw notFound('La tienda no muestra sus pruebas')
  const results = await queries.listShown(shop.db, search)
  const counted = seedsOf(await queries.listOnSale(shop.db))
  return { results, ...counted, left_out: await queries.countLeftOut(shop.db) }
}
