import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { prime } from '../../data/prime.ts'
import { productList } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { listQuery, readAddress } from './catalogue-search.ts'
import { listChoices } from './facets/facet-query.ts'
import { readyFacets } from './facets/facets-place.tsx'

/** The list of an address, and what it can be narrowed by. */
export function listLoader(merch: boolean) {
  const primed = prime(({ request }) => {
    const session = readSession()
    const asked = readAddress(new URL(request.url).searchParams, merch)
    return [productList(session, listQuery(asked, session !== null)), listChoices(session, asked)]
  })
  if (!import.meta.env.SSR) return primed
  return async (args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) => {
    await readyFacets()
    return primed(args)
  }
}
