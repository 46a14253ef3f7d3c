import { queryOptions, useQuery } from '@tanstack/react-query'
import { PRODUCT_CACHE_MS } from '../../../contract/limits.ts'
import { getTested } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import './tested.css'

/** Of the shop, or of a product. */
export const tested = (product?: number) =>
  queryOptions({
    queryKey: ['anonymous', 'tested', product],
    queryFn: ({ signal }) => call(getTested, { query: { product }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

/** The germination tests of the lots on sale. The server draws them, so that no page has scripts for it (decision 0065). */
export function Tested({ product, part = 'html' }: { product?: number; part?: 'html' | 'below' }) {
  const { data } = useQuery(tested(product))
  return <div className="tested" dangerouslySetInnerHTML={{ __html: data?.[part] ?? '' }} />
}
