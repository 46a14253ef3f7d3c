import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { askEarly, markDocument, offlineWorker, openSite, startPage } from 'virtual:early-scripts'
import {
  DRAWN,
  type HeadingFont,
  lookKey,
  paletteOf,
  type Scheme,
  tokensOf,
} from '../../contract/settings/look.ts'
import type { Right } from '../../contract/accounts/roles.ts'
import { MAX_PAGE_SIZE } from '../../contract/limits.ts'
import type { PublicSettings } from '../../contract/settings/settings.ts'
import { answerInProcess, call, Refusal } from '../data/api.ts'
import { queryClientContext } from '../data/prime.ts'
import { SiteOrigin } from './page-head.tsx'
import { shopSettings } from '../data/queries.ts'
import { createQueryClient } from '../data/query-client.ts'
import { writePageState } from './page-state.ts'
import type { PageHandle } from './page.ts'
import { panelFrame, panelScreens, showroom } from './panel-routes.tsx'
import { routes } from './routes.tsx'
import PanelFrame, { loader as panelLoader } from '../admin/shell/layout.tsx'
import { ErrorPage } from '../storefront/shell/error-page.tsx'
import { AgeGate } from '../storefront/shell/age-gate.tsx'
import { offlineDocument, offlineScript } from '../storefront/offline/offline-page.tsx'
import { LegalLine, LegalLinks } from '../storefront/shell/legal-links.tsx'
import { Loader } from '../storefront/shell/loader.tsx'
import { LOCALE } from '../../contract/place.ts'
import { getSettings } from '../../contract/settings/calls.ts'
import { listProducts } from '../../contract/catalog/calls.ts'
import { listPages } from '../../contract/legal/calls.ts'

export { answerInProcess }

/** Inline scripts; the content security policy allows them by hash (decision 0011). */
export const inlineScripts = [markDocument, askEarly, openSite, startPage]

/** The offline page (decision 0028). */
export const offline = {
  worker: offlineWorker,
  script: offlineScript,
  render: async () => {
    const [shop, list] = await Promise.all([
      call(getSettings),
      call(listProducts, { query: { page: 1, page_size: MAX_PAGE_SIZE, exclude_types: 'merch' } }),
    ])
    return offlineDocument(shop, 'results' in list ? list.results : list)
  },
}

/** Tags for the head, from the build of an entry. */
interface Assets {
  /** For the document and for one page: fonts and sheets. */
  tagsFor(pageModules: string[], look: { key: string; font: HeadingFont }): string
  /** Preload tags for the scripts of document and page. */
  preloadsFor(pageModules: string[]): string
  /** The script that starts the page in the browser. */
  entry: string
}

export interface Rendered {
  status: number
  html: string
  /** Set instead of a page for a redirect. */
  location?: string
}

/** Of the panel only the frame, as it is without a session: its screens are not even part of the server. */
const panel: RouteObject = {
  handle: panelFrame.handle,
  ErrorBoundary: ErrorPage,
  loader: panelLoader,
  Component: PanelFrame,
  children: panelScreens.map(withoutCode),
}
const handler = createStaticHandler([...routes, panel, ...showroom.map(withoutCode)])
const loader = renderToStaticMarkup(<Loader />)
const legalLine = renderToStaticMarkup(<LegalLine />)

/**
 * Renders the page at `url` (its absolute public address) for an anonymous visitor. It receives only the URL of the
 * request, and its only data source is the anonymous API.
 */
export async function render(
  url: string,
  assets: Record<'site' | 'panel', Assets>,
  options: { gate: boolean },
): Promise<Rendered> {
  const queryClient = createQueryClient()
  const requestContext = new RouterContextProvider()
  requestContext.set(queryClientContext, queryClient)
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) {
    return { status: context.status, html: '', location: context.headers.get('location') ?? '/' }
  }

  const { origin, pathname, search } = new URL(url)
  const markup = renderToString(
    <SiteOrigin value={origin}>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </SiteOrigin>,
  )
  const handles = context.matches.flatMap(
    ({ route }) => (route.handle as PageHandle | undefined) ?? [], // safe: `page.ts` gives no other handles
  )
  const [meta] = handles.flatMap(({ first }): Record<string, unknown>[] => {
    const meta = first?.({ pathname, search }).meta
    return meta ? [meta] : []
  })
  const modules = handles.flatMap(({ module }) => module ?? [])
  const isPanel = modules.some((file) => file.startsWith('src/web/admin/'))
  const html = documentOf({
    markup,
    gate: options.gate ? gateOf(queryClient, pathname + search) : '',
    legalLinks: await legalLinksOf(queryClient),
    state: writePageState(queryClient, context, origin),
    assets: isPanel ? assets.panel : assets.site,
    modules,
    isPanel,
    early: meta ? earlyScript(meta) : '',
    shop: queryClient.getQueryData(shopSettings().queryKey),
  })
  return { status: statusOf(context), html }
}

function withoutCode({ path = '', handle }: RouteObject): RouteObject {
  return { path, handle: handle as PageHandle } // safe: `page.ts` gives no other handles
}

function earlyScript(meta: Record<string, unknown>): string {
  const { address, needs } = meta as { address: string; needs: Right } // safe: `first` of a page says both
  return `<script data-ask="${address.replaceAll('&', '&amp;')}" data-needs="${needs}">${askEarly}</script>`
}

function gateOf(queryClient: QueryClient, returnTo: string): string {
  const settings = queryClient.getQueryData(shopSettings().queryKey)
  return renderToStaticMarkup(
    <AgeGate
      shopName={settings?.shop_name ?? ''}
      declineUrl={settings?.gate_decline_url ?? 'https://www.google.com/'}
      returnTo={returnTo}
    />,
  )
}

/** Also on pages that do not use the settings, as client-side navigation may lead to the storefront. */
async function legalLinksOf(queryClient: QueryClient): Promise<string> {
  const shop = await queryClient.ensureQueryData(shopSettings()).catch(() => undefined)
  const pages = await call(listPages).catch(() => ({ results: [] }))
  return renderToStaticMarkup(<LegalLinks shop={shop} pages={pages.results} />)
}

interface DocumentParts {
  markup: string
  /** Empty when the visitor has confirmed their age. */
  gate: string
  legalLinks: string
  state: string
  assets: Assets
  modules: string[]
  isPanel: boolean
  /** Asks for what a page of the panel shows first. */
  early: string
  shop: PublicSettings | undefined
}

function documentOf({
  markup,
  gate,
  legalLinks,
  state,
  assets,
  modules,
  isPanel,
  early,
  shop,
}: DocumentParts): string {
  const [head, body] = splitHead(markup)
  const preloads = assets.preloadsFor(modules)
  const isHome = modules.includes('src/web/storefront/home/home-page.tsx')
  const look = {
    key: shop ? lookKey(tokensOf(shop)) : '',
    font: shop?.heading_font ?? ('display' as const),
  }
  return (
    `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
    `<script>${markDocument}</script>${early}${head}${isPanel ? preloads : ''}${assets.tagsFor(modules, look)}` +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">' +
    '<meta name="color-scheme" content="light dark">' +
    `<meta name="theme-color" content="${groundOf(shop, 'light')}" media="(prefers-color-scheme: light)">` +
    `<meta name="theme-color" content="${groundOf(shop, 'dark')}" media="(prefers-color-scheme: dark)"></head><body>` +
    `<div id="site"${isHome ? ' class="is-home"' : ''}${gate ? ' inert' : ''}>${gate ? `<script>${openSite}</script>` : ''}` +
    `<div id="root">${body}</div>${legalLine}${legalLinks}</div>${loader}${gate}` +
    `<script type="application/json" id="state">${state}</script>` +
    `<template id="scripts"${isPanel ? ' data-now="true"' : ''}>${isPanel ? '' : preloads}<script type="module" src="${assets.entry}"></script></template>` +
    `<script>${startPage}</script></body></html>`
  )
}

function groundOf(shop: PublicSettings | undefined, scheme: Scheme): string {
  return shop ? paletteOf(shop, scheme).bg : DRAWN[scheme].bg
}

/** The router treats every refusal as an error of the page: the status of the API counts. */
function statusOf({ errors, statusCode }: StaticHandlerContext): number {
  const refused = Object.values(errors ?? {}).find((error) => error instanceof Refusal)
  return refused instanceof Refusal && refused.status > 0 ? refused.status : statusCode
}

/** React writes titles, metas and preloads first: they belong in the head. */
function splitHead(markup: string): [head: string, body: string] {
  const head = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  return [head, markup.slice(head.length)]
}
