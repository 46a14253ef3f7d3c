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
import { listSynonyms, teachSynonym } from './search/synonyms.ts'
import type { SearchTerms } from './search/search-terms.ts'
import * as save from './products/save-product.ts'
import * as sheets from './sheets/upload-sheet.ts'

export function catalogRoutes(api: Api, lists: ListMemory, searches: SearchTerms): void {
  on(api, contract.listProducts, (input) => catalog.listProducts(input, lists), {
    // Cached answers count too, although they reach no verb.
    asked: ({ user, query, address }) => {
      if (!user?.isAdmin) searches.record(query, { address, at: api.shop.now() })
    },
  })
  on(api, contract.listFacets, (input) => catalog.listFacets(input, lists))
  on(api, contract.suggestProducts, (input) => catalog.suggestProducts(input, lists), {
    // Cached answers count too.
    asked: ({ address }) => api.limitSuggestions(address),
  })
  on(api, contract.findSeeds, findSeeds)
  on(api, contract.listOnSale, catalog.listOnSale)
  on(api, contract.listHighlighted, catalog.listHighlighted)
  on(api, contract.listToSow, catalog.listToSow)
  on(api, contract.countProducts, catalog.countByAvailability, { polled: true })
  on(api, contract.getProduct, catalog.getProduct)
  on(api, contract.listRelated, catalog.listRelated)
  on(api, contract.getBlister, catalog.getBlister)

  on(api, testedContract.getTested, (input) => getTested(input, lists))

  on(api, synonymContract.listSynonyms, listSynonyms)
  on(api, synonymContract.teachSynonym, (input) => teachSynonym(input, lists))
  productRoutes(api)
  stockRoutes(api)
  priceRoutes(api)
  sheetRoutes(api)
  brandRoutes(api)
}

function productRoutes(api: Api): void {
  on(api, lineageContract.getLineage, getLineage)
  on(api, lineageContract.setLineage, setLineage)
  on(api, contract.createProduct, save.createProduct)
  on(api, contract.updateProduct, save.updateProduct)
  on(api, contract.patchProduct, save.patchProduct)
  on(api, contract.deleteProduct, save.deleteProduct)
}

function brandRoutes(api: Api): void {
  on(api, brandContract.listBrands, brands.listBrands)
  on(api, brandContract.getBrand, brands.getBrand)
  on(api, brandContract.createBrand, brands.createBrand)
  on(api, brandContract.updateBrand, brands.updateBrand)
  on(api, brandContract.deleteBrand, brands.deleteBrand)
}

function sheetRoutes(api: Api): void {
  on(api, sheetContract.exportProducts, sheets.downloadSheet, { file: 'productos.csv' })
  on(api, sheetContract.importProducts, sheets.uploadSheet)
  on(api, saveCellsCall, saveCells)
}

function stockRoutes(api: Api): void {
  on(api, stockContract.listStock, stock.listStock)
  onParts(api, stockContract.downloadStock, downloadStock, { file: 'stock.csv' })
  on(api, stockContract.getStock, stock.getStock)
  on(api, stockContract.setLowAt, setLowAt)
  on(api, stockContract.listMovements, stock.listMovements)
  on(api, stockContract.adjustStock, stock.adjustStock)

  countRoutes(api)
  lotRoutes(api)
  noticeRoutes(api)
  favoriteRoutes(api)
}

function noticeRoutes(api: Api): void {
  on(api, noticeContract.listStockNotices, notices.listNotices)
  on(api, noticeContract.requestStockNotice, notices.requestNotice)
  on(api, noticeContract.dropStockNotice, notices.dropNotice)
}

function favoriteRoutes(api: Api): void {
  on(api, favoriteContract.listFavorites, favorites.listFavorites)
  on(api, favoriteContract.addFavorite, favorites.addFavorite)
  on(api, favoriteContract.mergeFavorites, favorites.mergeFavorites)
  on(api, favoriteContract.dropFavorite, favorites.dropFavorite)
}

function countRoutes(api: Api): void {
  on(api, countContract.listCounts, counts.listCounts)
  on(api, countContract.startCount, counts.startCount)
  on(api, countContract.listCountLines, counts.listCountLines)
  on(api, countContract.setCountLine, counts.setCountLine)
  on(api, countContract.applyCount, counts.applyCount)
  on(api, countContract.discardCount, counts.discardCount)
}

function lotRoutes(api: Api): void {
  on(api, lotContract.listLots, lots.listLots)
  on(api, lotContract.createLot, lots.createLot)
  on(api, lotContract.changeLot, lots.changeLot)
  on(api, lotContract.moveLotUnits, lots.moveLotUnits)
  on(api, lotContract.addLotTest, lots.addLotTest)
  on(api, lotContract.voidLotTest, lots.voidLotTest)
  on(api, lotContract.traceLot, traceLot)
  on(api, lotContract.traceLotCsv, traceCsv, { file: 'lote.csv' })
  on(api, lotContract.getPublicLot, lots.getPublicLot)
  on(api, testedContract.listTestedLots, listTestedLots)
}

function priceRoutes(api: Api): void {
  on(api, priceContract.previewPrices, prices.previewPrices)
  on(api, priceContract.applyPrices, schedules.applyOrSchedule)
  on(api, priceContract.listPriceRuns, prices.listPriceRuns)
  on(api, priceContract.undoPriceRun, prices.undoPriceRun)
  on(api, priceContract.schedulePrices, schedules.schedulePrices)
  on(api, priceContract.listPriceSchedules, schedules.listPriceSchedules)
  on(api, priceContract.closePriceSchedule, schedules.closePriceSchedule)
  on(api, priceContract.listPriceHistory, prices.listPriceHistory)
}
