import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { AccessRequestsPage } from '../access/access-requests-page.tsx'
import { PackingPage } from '../packing/packing-page.tsx'
import { PagesPage } from '../pages/pages-page.tsx'
import { PricesPage } from '../prices/prices-page.tsx'
import { RegretsPage } from '../regrets/regrets-page.tsx'
import { ReportsPage } from '../reports/reports-page.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { StockPage } from '../stock/stock-page.tsx'
import { loadedLater } from './loaded-later.tsx'

const CountPage = loadedLater(async () => (await import('../stock/count/count-page.tsx')).CountPage)

/** Screens that share a chunk: each route of its own would cost every page of the shop some bytes. */
const SCREENS: Record<string, ComponentType> = {
  ajustes: SettingsPage,
  arrepentimientos: RegretsPage,
  paginas: PagesPage,
  precios: PricesPage,
  preparacion: PackingPage,
  recuento: CountPage,
  reportes: ReportsPage,
  solicitudes: AccessRequestsPage,
  stock: StockPage,
}

export default function RareScreens() {
  const { pathname } = useLocation()
  const Screen = SCREENS[withoutEndSlashes(pathname).split('/').at(-1) ?? ''] ?? RegretsPage
  return <Screen />
}
