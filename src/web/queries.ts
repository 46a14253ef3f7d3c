import { queryOptions } from '@tanstack/react-query'
import {
  BANNER_CACHE_MS,
  HOME_HIGHLIGHTED,
  ORDERS_CACHE_MS,
  PERMISSIONS_CACHE_MS,
  PRODUCT_CACHE_MS,
} from '../contract/limits.ts'
import { call, type CallInput } from './api.ts'
import { audienceKey, type Session } from './session.ts'

/**
 * What the pages ask the API for. Keys begin with the audience, so that nothing a customer was answered is ever shown
 * to somebody else. Loaders prime these on both sides; pages read them with `useQuery`.
 */
export type ProductListQuery = NonNullable<CallInput<'listProducts'>['query']> & {
  page: number
  page_size: number
}

export const productList = (session: Session | null, query: ProductListQuery) =>
  queryOptions({
    queryKey: [audienceKey(session), 'products', query],
    queryFn: async ({ signal }) => {
      const answer = await call('listProducts', { query, signal })
      return Array.isArray(answer)
        ? { results: answer, count: answer.length, next: null, previous: null }
        : answer
    },
    staleTime: PRODUCT_CACHE_MS,
  })

export const productDetail = (session: Session | null, id: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'product', id],
    queryFn: ({ signal }) => call('getProduct', { params: { id }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const relatedProducts = (session: Session | null, id: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'related', id],
    queryFn: ({ signal }) => call('listRelated', { params: { id }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const highlightedProducts = (session: Session | null, limit = HOME_HIGHLIGHTED) =>
  queryOptions({
    queryKey: [audienceKey(session), 'highlighted', limit],
    queryFn: ({ signal }) => call('listHighlighted', { query: { limit }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const onSaleProducts = (session: Session | null, limit: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'on-sale', limit],
    queryFn: ({ signal }) => call('listOnSale', { query: { limit }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

/** Exactly these products, in no particular order: what a cart shows its lines with. */
export const productsById = (session: Session | null, ids: number[]) =>
  queryOptions({
    queryKey: [audienceKey(session), 'products-by-id', ids],
    queryFn: async ({ signal }) => {
      const answer = await call('listProducts', { query: { ids: ids.join(',') }, signal })
      return Array.isArray(answer) ? answer : answer.results
    },
    enabled: ids.length > 0,
    staleTime: 0,
  })

export const carouselBanners = () =>
  queryOptions({
    queryKey: ['anonymous', 'banners'],
    queryFn: ({ signal }) => call('listBanners', { query: { position: 'carousel', active: true }, signal }),
    staleTime: BANNER_CACHE_MS,
  })

export const shopSettings = () =>
  queryOptions({
    queryKey: ['anonymous', 'settings'],
    queryFn: ({ signal }) => call('getSettings', { signal }),
    staleTime: BANNER_CACHE_MS,
  })

export const profile = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'profile'],
    queryFn: ({ signal }) => call('getProfile', { signal }),
    enabled: session !== null,
    staleTime: PERMISSIONS_CACHE_MS,
  })

export const permissions = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'permissions'],
    queryFn: ({ signal }) => call('verifyPermissions', { signal }),
    enabled: session !== null,
    staleTime: PERMISSIONS_CACHE_MS,
  })

export const myOrders = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'my-orders'],
    queryFn: ({ signal }) => call('listMyOrders', { signal }),
    enabled: session !== null,
    staleTime: ORDERS_CACHE_MS,
  })
