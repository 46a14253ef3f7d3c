// The sheets of every page, gate and loader included, in one file; pages add their own.
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './styles/age-gate.css'
import './styles/loader.css'
import './styles/button.css'
import './styles/badge.css'
import './styles/field.css'
import './styles/dialog.css'
import './styles/panels.css'
import './styles/error-summary.css'
import './styles/toast.css'
import './styles/picture.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClientContext } from './data.ts'
import { paths } from './paths.ts'
import { createQueryClient, type PageState } from './query-client.ts'
import { routes } from './routes.tsx'
import { startSession, whenSessionIsOver } from './session.ts'
import { startAgeGate } from './storefront/age-gate-behaviour.ts'

startAgeGate()
startSession()
void start()

async function start(): Promise<void> {
  const state = readState()
  const queryClient = createQueryClient()
  // The page was drawn from what is true now: kept pages are dropped as soon as it changes.
  for (const [key, data] of state.queries) queryClient.setQueryData(key, data)
  const context = new RouterContextProvider()
  context.set(queryClientContext, queryClient)

  await loadMatchedPages()
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, errors: state.errors },
    getContext: () => context,
  })
  whenSessionIsOver(() => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'anonymous' })
    const { pathname, search } = window.location
    if (pathname !== '/login') void router.navigate(paths.login(pathname + search))
  })

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  hydrateRoot(
    root,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

function readState(): PageState {
  const text = document.getElementById('state')?.textContent
  return text ? (JSON.parse(text) as PageState) : { queries: [], loaderData: {}, errors: null }
}

/** The page that the server drew must be there before React takes it over, or it would be drawn a second time. */
async function loadMatchedPages(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, { ...loaded, lazy: undefined })
    }),
  )
}
