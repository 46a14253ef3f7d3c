import type * as contract from '../../../contract/catalog/tested.ts'
import { MAX_RELATED } from '../../../contract/limits.ts'
import type { InputOf } from '../../http/input.ts'
import { getRememberedSettings } from '../../settings/settings.ts'
import { notFound } from '../../errors.ts'
import type { Shop } from '../../shop.ts'
import { listRelated } from '../catalog.ts'
import { drawAlike } from '../choosing/draw-alike.ts'
import { mostAlike } from '../choosing/likeness.ts'
import { drawGenetics, drawLineage } from '../lineage/draw-lineage.ts'
import { listAncestors } from '../lineage/lineage-queries.ts'
import type { ListMemory } from '../list-memory.ts'
import { listByIds } from '../queries.ts'
import { drawWays } from './draw-ways.ts'
import { drawProduct, drawShop, seedsOf } from './draw-tested.ts'
import * as queries from './tested-queries.ts'

/**
 * The tests of the lots on sale as HTML: of the shop, or of a product with its seeds claimed, and below how it is guaranteed,
 * sent, paid and asked about. Of a product also its parents and what is like it. '' for a product that visitors do not see.
 */
export async function getTested(
  { shop, query: { product } }: InputOf<typeof contract.getTested>,
  memory: ListMemory,
) {
  const settings = await getRememberedSettings(shop)
  const { show_tests } = settings
  if (product === undefined) {
    return { html: show_tests ? drawShop(await queries.listOnSale(shop.db)) : '' }
  }
  const listed = await queries.findListed(shop.db, product)
  if (!listed) return { html: '' }
  const ways = drawWays(listed, settings)
  if (!listed.is_seeds) return { html: ways }
  const ancestors = await listAncestors(shop.db, product, false)
  const pieces = {
    genetics: drawGenetics(ancestors),
    below: drawLineage(ancestors) + (await drawMostAlike(shop, product, memory)),
  }
  if (!show_tests) return { html: ways, ...pieces }
  const lots = await queries.listOnSale(shop.db, product)
  const claimed = await queries.claimedOfProduct(shop.db, product)
  return { html: drawProduct(lots, claimed) + ways, ...pieces }
}

/** Of those with stock, without the related ones of its brand, which the page shows, too. */
async function drawMostAlike(shop: Shop, product: number, memory: ListMemory): Promise<string> {
  const [facts, stocked, related] = await Promise.all([
    memory.facts(shop.db),
    memory.stocked(shop.db),
    listRelated({ shop, audience: 'anonymous', params: { id: product } }),
  ])
  const alike = mostAlike(facts, product, {
    isOffered: (id) => stocked.has(id) && !related.some((one) => one.id === id),
    most: MAX_RELATED,
  })
  const ids = alike.map(({ id }) => id)
  return drawAlike(alike, ids.length > 0 ? await listByIds(shop.db, ids) : [])
}

/** Throws 404 while the shop does not show its tests. */
export async function listTestedLots({ shop, query: { search } }: InputOf<typeof contract.listTestedLots>) {
  const { show_tests } = await getRememberedSettings(shop)
  if (!show_tests) throw notFound('La tienda no muestra sus pruebas')
  const results = await queries.listShown(shop.db, search)
  const counted = seedsOf(await queries.listOnSale(shop.db))
  return { results, ...counted, left_out: await queries.countLeftOut(shop.db) }
}
