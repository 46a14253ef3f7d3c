import * as brandContract from '../../contract/catalog/brands.ts'
import { saveCells as saveCellsCall } from '../../contract/catalog/cells.ts'
import * as contract from '../../contract/catalog/catalog.ts'
import * as sheetContract from '../../contract/catalog/sheets.ts'
import * as lotContract from '../../contract/catalog/lots.ts'
import * as testedContract from '../../contract/catalog/tested.ts'
import * as countContract from '../../contract/catalog/stock-counts.ts'
import * as synonymContract from '../../contract/catalog/synonyms.ts'
import * as lineageContract from '../../contract/catalog/lineage.ts'
import * as favoriteContract from '../../contract/catalog/favorites.ts'
import * as noticeContract from '../../contract/catalog/notices.ts'
import * as stockContract from '../../contract/catalog/stock.ts'
import * as priceContract from '../../contract/catalog/price-runs.ts'
import type { Api } from '../http/api.ts'
import { on, onParts } from '../http/on.ts'
import * as brands from './brands/brands.ts'
import * as catalog from './catalog.ts'
import { saveCells } from './cells/save-cells.ts'
import { findSeeds } from './choosing/find-seeds.ts'
import * as favorites from './favorites/favorites.ts'
import * as notices from './notices/notices.ts'
import * as prices from './prices/price-runs.ts'
import * as schedules from './prices/price-schedules.ts'
import { getLineage, setLineage } from './lineage/lineage.ts'
import type { ListMemory } from './list-memory.ts'
import * as lots from './lots/lots.ts'
import { downloadStock } from './stock/stock-sheet.ts'
import { traceCsv, traceLot } from './lots/trace.ts'
import { getTested, listTestedLots } from './tested/tested.ts'
import * as counts from './stock/counts.ts'
import { setLowAt } from './stock/low-stock.ts'
import * as stock from './stock/stock-list.ts'
import { teachSynonym } from './search/synonyms.ts'
import { listSynonyms } from './search/synonym-queries.ts'
import type { SearchTerms } from './search/search-terms.ts'
import * as save from './products/save-product.ts'
import * as sheets from './sheets/upload-sheet.ts'

export function catalogRoutes(api: Api, lists: ListMemory, searches: SearchTerms): void {
  on(
    api,
    contract.listProducts,
    ({ shop, query, audience }) => catalog.listProducts(shop, query, audience, lists),
    {
      // Cached answers count too, although they reach no verb.
      asked: ({ user, query, http }) => {
        if (!user?.isAdmin) searches.record(query, { address: http.address, at: api.shop.now() })
      },
    },
  )
  on(api, contract.listFacets, ({ shop, query, audience }) =>
    catalog.listFacets(shop, query, audience, lists),
  )
  on(
    api,
    contract.suggestProducts,
    ({ shop, query }) => catalog.suggestProducts(shop, query.q, lists),
    // Cached answers count too.
    { asked: ({ http }) => api.limitSuggestions(http.address) },
  )
  on(api, contract.findSeeds, ({ shop, query }) => findSeeds(shop, query))
  on(api, contract.listOnSale, ({ shop, query, audience }) => catalog.listOnSale(shop, query.limit, audience))
  on(api, contract.listHighlighted, ({ shop, query }) => catalog.listHighlighted(shop, query.limit))
  on(api, contract.listToSow, ({ shop }) => catalog.listToSow(shop))
  on(api, contract.countProducts, ({ shop }) => catalog.countByAvailability(shop), { polled: true })
  on(api, contract.getProduct, ({ shop, params, audience }) => catalog.getProduct(shop, params.id, audience))
  on(api, contract.listRelated, ({ shop, params, audience }) =>
    catalog.listRelated(shop, params.id, audience),
  )
  on(api, contract.getBlister, ({ shop, params, audience }) => catalog.getBlister(shop, params.id, audience))

  on(api, testedContract.getTested, ({ shop, query }) => getTested(shop, query.product, lists))

  on(api, synonymContract.listSynonyms, async ({ shop }) => ({ results: await listSynonyms(shop.db) }))
  on(api, synonymContract.teachSynonym, async ({ shop, body, user }) => {
    const taught = await teachSynonym(shop, body, user.id)
    return { ...taught, found: await catalog.countFound(shop, taught.word, lists) }
  })
  productRoutes(api)
  stockRoutes(api)
  priceRoutes(api)
  sheetRoutes(api)
  brandRoutes(api)
}

function productRoutes(api: Api): void {
  on(api, lineageContract.getLineage, ({ shop, params, audience }) => getLineage(shop, params.id, audience))
  on(api, lineageContract.setLineage, ({ shop, params, body, user }) =>
    setLineage(shop, params.id, body, user.id),
  )
  on(api, contract.createProduct, ({ shop, body, user, http }) =>
    save.createProduct(shop, body, user.id, http.idempotencyKey),
  )
  on(api, contract.updateProduct, ({ shop, params, body, user }) =>
    save.updateProduct(shop, params.id, body, user.id),
  )
  on(api, contract.patchProduct, ({ shop, params, body, user }) =>
    save.patchProduct(shop, params.id, body, user.id),
  )
  on(api, contract.deleteProduct, async ({ shop, params, user }) => {
    await save.deleteProduct(shop, params.id, user.id)
    return {}
  })
}

function brandRoutes(api: Api): void {
  on(api, brandContract.listBrands, ({ shop, query, audience }) =>
    brands.listBrands(shop, query.is_national, audience),
  )
  on(api, brandContract.getBrand, ({ shop, params, audience }) => brands.getBrand(shop, params.id, audience))
  on(api, brandContract.createBrand, ({ shop, body, user, http }) =>
    brands.createBrand(shop, body, user.id, http.idempotencyKey),
  )
  on(api, brandContract.updateBrand, ({ shop, params, body, user }) =>
    brands.updateBrand(shop, params.id, body, user.id),
  )
  on(api, brandContract.deleteBrand, async ({ shop, params, user }) => {
    await brands.deleteBrand(shop, params.id, user.id)
    return {}
  })
}

function sheetRoutes(api: Api): void {
  on(api, sheetContract.exportProducts, ({ shop }) => sheets.downloadSheet(shop), { file: 'productos.csv' })
  on(api, sheetContract.importProducts, ({ shop, user, query, files, http }) =>
    sheets.uploadSheet(shop, {
      file: files[0],
      dryRun: query.dry_run,
      userId: user.id,
      key: http.idempotencyKey,
    }),
  )
  on(api, saveCellsCall, ({ shop, body, user, http }) =>
    saveCells(shop, body.rows, { userId: user.id, key: http.idempotencyKey }),
  )
}

function stockRoutes(api: Api): void {
  on(api, stockContract.listStock, ({ shop, query, user }) => stock.listStock(shop, query, user))
  onParts(api, stockContract.downloadStock, ({ shop, query, user }) => downloadStock(shop, query, user), {
    file: 'stock.csv',
  })
  on(api, stockContract.getStock, ({ shop, params, user }) => stock.getStock(shop, params.id, user))
  on(api, stockContract.setLowAt, ({ shop, params, body, user }) =>
    setLowAt(shop, { id: params.id, ...body }, user),
  )
  on(api, stockContract.listMovements, ({ shop, params, query, user }) =>
    stock.listMovements(shop, { blister: params.id, before: query.before, reader: user }),
  )
  on(api, stockContract.adjustStock, ({ shop, body, user, http }) =>
    stock.adjustStock(shop, body, { user, key: http.idempotencyKey }),
  )

  countRoutes(api)
  lotRoutes(api)
  noticeRoutes(api)
  favoriteRoutes(api)
}

function noticeRoutes(api: Api): void {
  on(api, noticeContract.listStockNotices, ({ shop, user }) => notices.listNotices(shop, user.id))
  on(api, noticeContract.requestStockNotice, ({ shop, body, user }) =>
    notices.requestNotice(shop, body.blister_id, user.id),
  )
  on(api, noticeContract.dropStockNotice, async ({ shop, params, user }) => {
    await notices.dropNotice(shop, params.id, user.id)
    return {}
  })
}

function favoriteRoutes(api: Api): void {
  on(api, favoriteContract.listFavorites, ({ shop, user }) => favorites.listFavorites(shop, user.id))
  on(api, favoriteContract.addFavorite, ({ shop, params, user }) =>
    favorites.addFavorite(shop, params.id, user.id),
  )
  on(api, favoriteContract.mergeFavorites, ({ shop, body, user }) =>
    favorites.mergeFavorites(shop, body.ids, user.id),
  )
  on(api, favoriteContract.dropFavorite, async ({ shop, params, user }) => {
    await favorites.dropFavorite(shop, params.id, user.id)
    return {}
  })
}

function countRoutes(api: Api): void {
  on(api, countContract.listCounts, ({ shop, query }) => counts.listCounts(shop, query.before))
  on(api, countContract.startCount, ({ shop, body, user, http }) =>
    counts.startCount(shop, body.note, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, countContract.listCountLines, ({ shop, params, query }) =>
    counts.listCountLines(shop, params.id, query),
  )
  on(api, countContract.setCountLine, ({ shop, params, body, user }) =>
    counts.setCountLine(shop, { count: params.id, blister: params.blister, ...body }, user.id),
  )
  on(api, countContract.applyCount, ({ shop, params, user }) => counts.applyCount(shop, params.id, user.id))
  on(api, countContract.discardCount, async ({ shop, params, user }) => {
    await counts.discardCount(shop, params.id, user.id)
    return {}
  })
}

function lotRoutes(api: Api): void {
  on(api, lotContract.listLots, ({ shop, query }) => lots.listLots(shop, query))
  on(api, lotContract.createLot, ({ shop, body, user, http }) =>
    lots.createLot(shop, body, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, lotContract.changeLot, ({ shop, params, body, user }) =>
    lots.changeLot(shop, params.id, body, user.id),
  )
  on(api, lotContract.moveLotUnits, ({ shop, params, body, user, http }) =>
    lots.moveLotUnits(shop, { id: params.id, ...body }, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, lotContract.addLotTest, ({ shop, params, body, user, http }) =>
    lots.addLotTest(shop, params.id, body, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, lotContract.voidLotTest, ({ shop, params, user }) =>
    lots.voidLotTest(shop, { lot: params.id, test: params.test }, user.id),
  )
  on(api, lotContract.traceLot, ({ shop, user, params, query }) =>
    traceLot(shop, params.id, { before: query.before, reader: user }),
  )
  on(api, lotContract.traceLotCsv, ({ shop, user, params }) => traceCsv(shop, params.id, user), {
    file: 'lote.csv',
  })
  on(api, lotContract.getPublicLot, ({ shop, params }) => lots.getPublicLot(shop, params.code))
  on(api, testedContract.listTestedLots, ({ shop, query }) => listTestedLots(shop, query.search))
}

function priceRoutes(api: Api): void {
  on(api, priceContract.previewPrices, ({ shop, body }) => prices.previewPrices(shop, body))
  on(api, priceContract.applyPrices, ({ shop, body, user, http }) =>
    schedules.applyOrSchedule(shop, body, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, priceContract.listPriceRuns, ({ shop, query }) => prices.listPriceRuns(shop, query))
  on(api, priceContract.undoPriceRun, ({ shop, params, user, http }) =>
    prices.undoPriceRun(shop, params.id, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, priceContract.schedulePrices, ({ shop, body, user, http }) =>
    schedules.schedulePrices(shop, body, { userId: user.id, key: http.idempotencyKey }),
  )
  on(api, priceContract.listPriceSchedules, ({ shop, query }) => schedules.listPriceSchedules(shop, query))
  on(api, priceContract.closePriceSchedule, ({ shop, params, query, user }) =>
    schedules.closePriceSchedule(shop, { ...params, ...query }, user.id),
  )
  on(api, priceContract.listPriceHistory, ({ shop, params, query }) =>
    prices.listPriceHistory(shop, params.id, query.before),
  )
}
