import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { AccessRequestsPage } from '../access/access-requests-page.tsx'
import { PackingPage } from '../packing/packing-page.tsx'
import { PackingPrintPage } from '../packing/packing-print-page.tsx'
import { PagesPage } from '../pages/pages-page.tsx'
import { PricesPage } from '../prices/prices-page.tsx'
import { RegretsPage } from '../regrets/regrets-page.tsx'
import { ReportsPage } from '../reports/reports-page.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { StockPage } from '../stock/stock-page.tsx'
import { loadedLater } from './loaded-later.tsx'

const LotsPage = loadedLater(async () => (await import('../lots/lots-page.tsx')).LotsPage)
const LotPage = loadedLater(async () => (await import('../lots/lot-page.tsx')).LotPage)
const CountPage = loadedLater(async () => (await import('../stock/count/count-page.tsx')).CountPage)

/** Screens that share a chunk, as each lazy route adds bytes to every page. */
const SCREENS: Record<string, ComponentType> = {
  ajustes: SettingsPage,
  arrepentimientos: RegretsPage,
  imprimir: PackingPrintPage,
  lotes: LotsPage,
  paginas: PagesPage,
  precios: PricesPage,
  preparacion: PackingPage,
  recuento: CountPage,
  reportes: ReportsPage,
  solicitudes: AccessRequestsPage,
  stock: StockPage,
}

export default function OtherScreens() {
  const { pathname } = useLocation()
  const [under, last] = withoutEndSlashes(pathname).split('/').slice(-2)
  const Screen = under === 'lotes' ? LotPage : (SCREENS[last ?? ''] ?? RegretsPage)
  return <Screen />
}
