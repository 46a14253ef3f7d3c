import type { QueryClient } from '@tanstack/react-query'
import { isRouteErrorResponse, type StaticHandlerContext } from 'react-router'

/** Data for hydration: the browser renders the same page as the server. */
export interface PageState {
  /** Key and data of each answered query. */
  queries: [key: readonly unknown[], data: unknown][]
  /** The origin of the shop's public address: `SiteOrigin`. */
  origin: string
  loaderData: Record<string, unknown>
  errors: Record<string, unknown> | null
}

/** As JSON that is safe inside a script element. */
export function writePageState(
  queryClient: QueryClient,
  { loaderData, errors }: StaticHandlerContext,
  origin: string,
): string {
  const queries = queryClient.getQueryCache().getAll()
  const state: PageState = {
    queries: queries.flatMap(({ queryKey, state: { status, data } }) =>
      status === 'success' ? [[queryKey, data]] : [],
    ),
    origin,
    loaderData,
    errors: errors && Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, plain(error)])),
  }
  return JSON.stringify(state)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** Status and text of an expected error; no details of any other. */
function plain(error: unknown): unknown {
  const { status, statusText, data } = isRouteErrorResponse(error)
    ? error
    : { status: 500, statusText: '', data: '' }
  return { status, statusText, internal: false, data: data as unknown }
}

export function readPageState(): PageState {
  const text = document.getElementById('state')?.textContent
  return text
    ? (JSON.parse(text) as PageState) // safe: `writePageState` wrote it
    : { queries: [], origin: window.location.origin, loaderData: {}, errors: null }
}
