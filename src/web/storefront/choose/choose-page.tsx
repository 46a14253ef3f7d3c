import { useLocation } from 'react-router'
import { MAX_COMPARED, MAX_LOCAL_FAVORITES } from '../../../contract/catalog/choosing.ts'
import { readIds } from '../../../contract/page-address.ts'
import { prime } from '../../data/prime.ts'
import { productsById, shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import '../product-card/product-card.css'
import { ComparePage } from './compare-page.tsx'
import { FavoritesPage } from './favorites-page.tsx'
import { FinderPage } from './finder-page.tsx'
import { finder, readAnswers } from './finder-query.ts'
import { choosePaths } from './choose-paths.ts'
import './choose-page.css'

export const loader = prime(({ request }) => {
  const { pathname, search } = new URL(request.url)
  const session = readSession()
  if (pathname === choosePaths.finder()) return [shopSettings(), finder(session, readAnswers(search))]
  const ids = idsIn(search)
  const shown = pathname === choosePaths.compare() ? ids.slice(0, MAX_COMPARED) : ids
  return [shopSettings(), productsById(session, shown)]
})

/** `/elegir`, `/comparar` and `/favoritos`. Their address says what is asked, so that they work without scripts. */
export default function ChoosePage() {
  const { pathname, search } = useLocation()
  if (pathname === choosePaths.finder()) return <FinderPage key={search} answers={readAnswers(search)} />
  const ids = idsIn(search)
  return pathname === choosePaths.compare() ? <ComparePage asked={ids} /> : <FavoritesPage asked={ids} />
}

/** A form sends one parameter for each. */
function idsIn(search: string): number[] {
  return readIds(new URLSearchParams(search).getAll('ids').join(','), MAX_LOCAL_FAVORITES)
}
