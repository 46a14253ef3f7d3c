import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readDevice } from '../browser/device.ts'
import { queryClientContext } from '../data/prime.ts'
import { carouselBanners } from '../data/queries.ts'
import { createQueryClient } from '../data/query-client.ts'
import { startSession } from '../session/session.ts'
import { followSession } from './follow-session.ts'
import { fetchLaterFonts } from './later-fonts.ts'
import { Live } from './live.tsx'
import { SiteOrigin } from './page-head.tsx'
import { type PageState, readPageState } from './page-state.ts'
import { renderAgain } from './render-again.ts'
import { followTranslatedNodes } from './translated-nodes.ts'

interface Screens {
  routes: RouteObject[]
  /** Whether the server's rendering is replaced, not hydrated. */
  isReplaced: (state: PageState) => boolean
  /** Awaited before the first render. */
  ready?: (queryClient: QueryClient) => Promise<unknown>
}

/** Starts the screens of an entry in the document that the server rendered. */
export function start(screens: Screens): void {
  followTranslatedNodes(document)
  startSession()
  void fetchLaterFonts()
  // Not in development, as the worker would outlive its server.
  if (import.meta.env.PROD) window.addEventListener('live', keepOfflinePage, { once: true })
  void render(screens).catch((error: unknown) => {
    // The script at the end of the document informs the visitor.
    window.dispatchEvent(new Event('stuck'))
    throw error
  })
}

async function render({ routes, isReplaced, ready }: Screens): Promise<void> {
  await nextTask()
  const state = readPageState()
  const queryClient = createQueryClient()
  fillCache(queryClient, state)
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)

  await loadMatchedPages(routes)
  await ready?.(queryClient)
  await nextTask()
  const again = isReplaced(state)
  const router = createBrowserRouter(routes, {
    ...(!again && { hydrationData: { loaderData: state.loaderData, errors: state.errors } }),
    getContext: () => context,
  })
  followSession(queryClient, router)

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  const page = (
    <StrictMode>
      <Live root={root}>
        <SiteOrigin value={state.origin}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SiteOrigin>
      </Live>
    </StrictMode>
  )
  if (again) await renderAgain(root, router, page)
  // In slices, so that a tap during hydration is answered between them.
  else startTransition(() => void hydrateRoot(root, page))
}

function keepOfflinePage(): void {
  void import('./keep-offline-page.ts').then(
    (later) => later.keepOfflinePage(),
    () => undefined,
  )
}

/** Yields, so that the browser can handle taps and paint. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve))
}

/** The data of the page counts as fetched now: the server drops its rendered pages as soon as something changes. */
function fillCache(queryClient: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) queryClient.setQueryData(key, data)
  // The server renders the banners of desktops; the response is the same for phones, which need not fetch it again.
  const banners = queryClient.getQueryData(carouselBanners('desktop').queryKey)
  if (banners) queryClient.setQueryData(carouselBanners(readDevice()).queryKey, banners)
}

/** A page that is still loading when React starts would be rendered a second time. */
async function loadMatchedPages(routes: RouteObject[]): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, { ...(await route.lazy()), lazy: undefined })
    }),
  )
}
