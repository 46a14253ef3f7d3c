import { queryOptions } from '@tanstack/react-query'
import { PRODUCT_CACHE_MS } from '../../../../contract/limits.ts'
import { listFacets } from '../../../../contract/catalog/calls.ts'
import { call } from '../../../data/api.ts'
import { audienceKey, type Session } from '../../../session/session.ts'
import { type CatalogueAddress, listQuery } from '../catalogue-search.ts'

/** What a list can be narrowed by, and the ways on from an empty one. */
export const listChoices = (session: Session | null, asked: CatalogueAddress) => {
  const { page: _, page_size: _size, ordering: _order, ...query } = listQuery(asked, session !== null)
  return queryOptions({
    queryKey: [audienceKey(session), 'choices', query],
    queryFn: ({ signal }) => call(listFacets, { query, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })
}
