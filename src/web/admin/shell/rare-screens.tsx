import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { AccessRequestsPage } from '../access/access-requests-page.tsx'
import { PagesPage } from '../pages/pages-page.tsx'
import { PricesPage } from '../prices/prices-page.tsx'
import { RegretsPage } from '../regrets/regrets-page.tsx'

/** Screens that share a chunk: each route of its own would cost every page of the shop some bytes. */
export default function RareScreens() {
  const { pathname } = useLocation()
  const screen = withoutEndSlashes(pathname).split('/').at(-1)
  if (screen === 'paginas') return <PagesPage />
  if (screen === 'precios') return <PricesPage />
  return screen === 'solicitudes' ? <AccessRequestsPage /> : <RegretsPage />
}
