import { queryOptions } from '@tanstack/react-query'
import {
  BANNER_CACHE_MS,
  CAROUSEL_TIMEOUT_MS,
  HOME_HIGHLIGHTED,
  ORDERS_CACHE_MS,
  PERMISSIONS_CACHE_MS,
  PRODUCT_CACHE_MS,
} from '../../contract/limits.ts'
import {
  getProduct,
  listHighlighted,
  listOnSale,
  listProducts,
  listRelated,
  listToSow,
} from '../../contract/catalog/calls.ts'
import { listBanners } from '../../contract/calls.ts'
import { getSettings } from '../../contract/settings/calls.ts'
import { getProfile, verifyPermissions } from '../../contract/accounts/calls.ts'
import { getOrder, listMyOrders } from '../../contract/orders/calls.ts'
import { type AnswerOf, call, type CallInput } from './api.ts'
import type { Device } from '../browser/device.ts'
import { audienceKey, isKnown, noteSession, readSession, type Session } from '../session/session.ts'
import { cacheAnswer, cachedAnswer, type OwnOrders } from './answer-cache.ts'

/**
 * The queries of the pages. A loader primes one (`prime`), the page reads it with `useQuery`, and its `queryFn` calls an
 * endpoint of the contract (`call`). Keys begin with the audience: data of a customer is never shown to anybody else.
 */
export type ProductListQuery = NonNullable<CallInput<typeof listProducts>['query']> & {
  page: number
  page_size: number
}

export const productList = (session: Session | null, query: ProductListQuery) =>
  queryOptions({
    queryKey: [audienceKey(session), 'products', query],
    queryFn: async ({ signal }) => {
      const answer = await call(listProducts, { query, signal })
      return Array.isArray(answer)
        ? { results: answer, count: answer.length, next: null, previous: null }
        : answer
    },
    staleTime: PRODUCT_CACHE_MS,
  })

export const productDetail = (session: Session | null, id: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'product', id],
    queryFn: ({ signal }) => call(getProduct, { params: { id }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const relatedProducts = (session: Session | null, id: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'related', id],
    queryFn: ({ signal }) => call(listRelated, { params: { id }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const highlightedProducts = (session: Session | null, limit = HOME_HIGHLIGHTED) =>
  queryOptions({
    queryKey: [audienceKey(session), 'highlighted', limit],
    queryFn: ({ signal }) => call(listHighlighted, { query: { limit }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const productsToSow = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'to-sow'],
    queryFn: ({ signal }) => call(listToSow, { signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

export const onSaleProducts = (session: Session | null, limit: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'on-sale', limit],
    queryFn: ({ signal }) => call(listOnSale, { query: { limit }, signal }),
    staleTime: PRODUCT_CACHE_MS,
  })

/** Exactly these products, unordered: those in a cart. */
export const productsById = (session: Session | null, ids: number[]) =>
  queryOptions({
    queryKey: [audienceKey(session), 'products-by-id', ids],
    queryFn: async ({ signal }) => {
      const answer = await call(listProducts, { query: { ids: ids.join(',') }, signal })
      return Array.isArray(answer) ? answer : answer.results
    },
    enabled: ids.length > 0,
    staleTime: 0,
  })

/**
 * One query each for desktop and mobile. Tried once, for ten seconds at most: without a
 * response the page shows its default banners.
 */
export const carouselBanners = (device: Device) =>
  queryOptions({
    queryKey: ['anonymous', 'banners', device],
    queryFn: () =>
      call(listBanners, {
        query: { position: 'carousel', active: true },
        signal: AbortSignal.timeout(CAROUSEL_TIMEOUT_MS),
      }),
    staleTime: BANNER_CACHE_MS,
    retry: false,
  })

export const shopSettings = () =>
  queryOptions({
    queryKey: ['anonymous', 'settings'],
    queryFn: ({ signal }) => call(getSettings, { signal }),
    staleTime: BANNER_CACHE_MS,
  })

export const profile = (session: Session | null) =>
  queryOptions({
    queryKey: [audienceKey(session), 'profile'],
    queryFn: ({ signal }) => call(getProfile, { signal }),
    enabled: session !== null,
    staleTime: PERMISSIONS_CACHE_MS,
  })

/**
 * Cached for five minutes, over reloads too. Each response corrects the session that this browser remembers; while the
 * session has no name yet, the cache is not used.
 */
export const permissions = (session: Session | null) => {
  const stored = () =>
    session && isKnown(session)
      ? cachedAnswer('permissions', session, { maxAgeMs: PERMISSIONS_CACHE_MS })
      : undefined
  return queryOptions({
    queryKey: [audienceKey(session), 'permissions'],
    queryFn: async ({ signal }) => {
      const answer = await call(verifyPermissions, { signal })
      const known = { userId: answer.user_id, username: answer.username, isAdmin: isAdminIn(answer) }
      if (session) noteSession(session, known)
      if (readSession()?.userId === known.userId) cacheAnswer('permissions', known, answer)
      return answer
    },
    enabled: session !== null,
    staleTime: PERMISSIONS_CACHE_MS,
    initialData: () => stored()?.data,
    initialDataUpdatedAt: () => stored()?.timestamp,
  })
}

function isAdminIn(answer: AnswerOf<typeof verifyPermissions>): boolean {
  return (answer.is_staff || answer.is_superuser) && answer.permissions.can_access_admin
}

const MY_ORDERS_PAGE = 50

/** A page of the own orders, newest first. */
async function ordersPage(page: number, signal?: AbortSignal): Promise<OwnOrders> {
  const query = { page, page_size: MY_ORDERS_PAGE }
  const { orders, next = null } = await call(listMyOrders, { query, signal })
  return { orders: orders.map((order) => ({ ...order, products: order.order_products })), next }
}

/** Orders this fresh are not refetched, as a loader or another part of the page just fetched them. */
const ORDERS_FRESH_MS = 3_000
const ORDERS_REFRESH_MS = 30_000

/**
 * The newest page, and those added by `OlderOrders`. Refetched on mount, when the tab is shown again and, with
 * `WATCHED`, while it is visible. Orders stored within the last ten minutes are shown at once, and stay when the shop
 * cannot be reached.
 */
export const myOrders = (session: Session | null) => {
  const stored = () => session && cachedAnswer('orders', session, { maxAgeMs: ORDERS_CACHE_MS })
  return queryOptions({
    queryKey: [audienceKey(session), 'my-orders'],
    queryFn: async ({ signal, client, queryKey }) => {
      const loaded = client.getQueryData<OwnOrders>(queryKey)?.orders.length ?? 0
      const answer = await newestOrders(loaded, signal)
      cacheAnswer('orders', session, answer)
      return answer
    },
    enabled: session !== null,
    // Stored orders are always refreshed.
    staleTime: ({ state }) => (state.dataUpdateCount === 0 ? 0 : ORDERS_FRESH_MS),
    refetchOnWindowFocus: true,
    initialData: () => stored()?.data,
    initialDataUpdatedAt: () => stored()?.timestamp,
  })
}

/** One order; the cart leaves the order just placed here, so that its receipt is there at once. */
export const ownOrder = (session: Session, id: number) =>
  queryOptions({
    queryKey: [audienceKey(session), 'order', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id }, signal }),
    staleTime: ORDERS_FRESH_MS,
  })

/** For a screen that shows the orders: the shop may change them at any time. */
export const WATCHED = { refetchInterval: ORDERS_REFRESH_MS } as const

/** The pages that hold `loaded` orders, at least the first. */
export async function newestOrders(loaded: number, signal?: AbortSignal): Promise<OwnOrders> {
  let answer = await ordersPage(1, signal)
  for (let page = 2; answer.next && answer.orders.length < loaded; page += 1) {
    const more = await ordersPage(page, signal)
    // One placed between two requests pushes another onto the next page.
    const byId = new Map([...answer.orders, ...more.orders].map((order) => [order.id, order]))
    answer = { orders: [...byId.values()], next: more.next ?? null }
  }
  return answer
}
