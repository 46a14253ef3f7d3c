import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PRODUCT_CACHE_MS } from '../../../contract/limits.ts'
import { type CatalogueAddress, listQuery } from './catalogue-search.ts'
import { productList } from '../../data/queries.ts'
import { audienceKey, type Session } from '../../session/session.ts'
import { type ProductPage, cacheAnswer, cachedAnswer } from '../../data/answer-cache.ts'

export interface ShownList {
  page: ProductPage | undefined
  /** The shop cannot be reached; a list that is shown was stored earlier. */
  isFailed: boolean
  /** The stored list has other filters or another page than the address. */
  isOther: boolean
  isRefreshing: boolean
  retry: () => void
}

/** One page of products as this session sees them; the previous list stays until the new one has loaded. */
export function useProductList(session: Session | null, asked: CatalogueAddress): ShownList {
  const query = listQuery(asked, session !== null)
  const text = JSON.stringify(query)
  const options = productList(session, query)
  const answer = useQuery({
    ...options,
    // A visitors' list may be a placeholder for a customer's, never vice versa.
    placeholderData: (previous, previousQuery) => {
      const isOurs = session !== null || previousQuery?.queryKey[0] === audienceKey(null)
      const kept = isOurs ? previous : undefined
      const stored = kept
        ? undefined
        : cachedAnswer('products', session, { query: text, maxAgeMs: PRODUCT_CACHE_MS })
      return kept ?? (stored && { ...stored.data, next: null, previous: null })
    },
  })
  const { data, isPlaceholderData, isError } = answer

  useEffect(() => {
    if (!data || isPlaceholderData) return
    const { results, count } = data
    cacheAnswer('products', session, { results, count }, text)
  }, [session, text, data, isPlaceholderData])

  const kept = isError && !data ? cachedAnswer('products', session) : undefined
  return {
    page: data ?? kept?.data,
    isFailed: isError,
    isOther: kept !== undefined && kept.query !== text,
    isRefreshing: isPlaceholderData && !isError,
    retry: () => void answer.refetch(),
  }
}

/** Fetches the next page when the browser is idle, so that turning pages takes no time. */
export function usePrefetchedPage(session: Session | null, asked: CatalogueAddress, pages: number): void {
  const queryClient = useQueryClient()
  const next =
    asked.page < pages ? listQuery({ ...asked, page: asked.page + 1 }, session !== null) : undefined
  const text = next && JSON.stringify(next)
  useEffect(() => {
    if (!text || savesData()) return undefined
    const prefetch = () =>
      void queryClient.prefetchQuery(productList(session, JSON.parse(text) as NonNullable<typeof next>))
    return whenIdle(prefetch)
  }, [queryClient, session, text])
}

function savesData(): boolean {
  // safe: not every browser has it
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Safari has no idle callback. Returns the cancellation. */
function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
