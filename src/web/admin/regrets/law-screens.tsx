import { useLocation } from 'react-router'
import { withoutEndSlashes } from '../../../contract/page-address.ts'
import { PagesPage } from '../pages/pages-page.tsx'
import { RegretsPage } from './regrets-page.tsx'

/** `arrepentimientos` and `paginas`, one chunk: each route of its own would cost every page of the shop some bytes. */
export default function LawScreens() {
  const { pathname } = useLocation()
  return withoutEndSlashes(pathname).endsWith('/paginas') ? <PagesPage /> : <RegretsPage />
}
