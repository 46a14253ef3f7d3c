import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { HEAD_SCRIPT, INERT_SCRIPT, START_SCRIPT } from '../contract/head-scripts.ts'
import { answerInProcess, Refusal } from './api.ts'
import { queryClientContext } from './data.ts'
import { SiteOrigin } from './page-head.tsx'
import { shopSettings } from './queries.ts'
import { createQueryClient, type PageState } from './query-client.ts'
import { type PageHandle, routes } from './routes.tsx'
import { AgeGate } from './storefront/age-gate.tsx'
import { Loader } from './storefront/loader.tsx'

export { answerInProcess }

/** What the build made of a module of the page: tags for the head. */
export interface Assets {
  /** For the document and for one page: fonts and sheets. */
  tagsFor(pageModules: string[]): string
  /** The scripts of document and page, to be fetched at once when the first of them is asked for. */
  preloadsFor(pageModules: string[]): string
  /** The script that starts the page in the browser. */
  entry: string
}

export interface Rendered {
  status: number
  html: string
  /** Set instead of a page when the address leads elsewhere. */
  location?: string
}

const handler = createStaticHandler(routes)

/**
 * Draws the page at `url` (its whole public address) as an anonymous visitor sees it: nothing of a request but its address comes in here, and
 * the only source of data is the anonymous API.
 */
export async function render(url: string, assets: Assets, options: { gate: boolean }): Promise<Rendered> {
  const queryClient = createQueryClient()
  const requestContext = new RouterContextProvider()
  requestContext.set(queryClientContext, queryClient)
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) {
    return { status: context.status, html: '', location: context.headers.get('location') ?? '/' }
  }

  const { origin, pathname, search } = new URL(url)
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToString(
    <SiteOrigin value={origin}>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </QueryClientProvider>
    </SiteOrigin>,
  )
  const [head, body] = splitHead(markup)
  const modules = context.matches.flatMap(
    ({ route }) => (route.handle as PageHandle | undefined)?.module ?? [],
  )
  const settings = queryClient.getQueryData(shopSettings().queryKey)
  const gate = options.gate
    ? renderToStaticMarkup(
        <AgeGate
          declineUrl={settings?.gate_decline_url ?? 'https://www.google.com/'}
          returnTo={pathname + search}
        />,
      )
    : ''
  return {
    status: statusOf(context),
    html:
      '<!doctype html><html lang="es-AR"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
      `<script>${HEAD_SCRIPT}</script>${head}${assets.tagsFor(modules)}` +
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
      '<meta name="color-scheme" content="light dark">' +
      '<meta name="theme-color" content="#F6F1E7" media="(prefers-color-scheme: light)">' +
      '<meta name="theme-color" content="#0B1511" media="(prefers-color-scheme: dark)"></head><body>' +
      `<div id="site"${options.gate ? ' inert' : ''}>${options.gate ? `<script>${INERT_SCRIPT}</script>` : ''}` +
      `<div id="root">${body}</div></div>${renderToStaticMarkup(<Loader />)}${gate}` +
      `<script type="application/json" id="state">${stateOf(queryClient, context, origin)}</script>` +
      `<template id="scripts">${assets.preloadsFor(modules)}<script type="module" src="${assets.entry}"></script></template>` +
      `<script>${START_SCRIPT}</script></body></html>`,
  }
}

/** To the router every refusal is a fault of the page; only of the shop's own is it known which. */
function statusOf({ errors, statusCode }: StaticHandlerContext): number {
  const refused = Object.values(errors ?? {}).find((error) => error instanceof Refusal)
  return refused instanceof Refusal && refused.status > 0 ? refused.status : statusCode
}

/** React writes titles, metas and preloads before everything else: they belong into the head. */
function splitHead(markup: string): [head: string, body: string] {
  const head = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(markup)?.[0] ?? ''
  return [head, markup.slice(head.length)]
}

function stateOf(
  queryClient: ReturnType<typeof createQueryClient>,
  context: StaticHandlerContext,
  origin: string,
): string {
  const state: PageState = {
    queries: queryClient
      .getQueryCache()
      .getAll()
      .flatMap((query) => (query.state.status === 'success' ? [[query.queryKey, query.state.data]] : [])),
    origin,
    loaderData: context.loaderData,
    errors:
      context.errors &&
      Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, plain(error)])),
  }
  return JSON.stringify(state)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** The browser learns status and text of an expected error, and of any other only that there was one. */
function plain(error: unknown): unknown {
  if (isRouteErrorResponse(error)) {
    return {
      status: error.status,
      statusText: error.statusText,
      internal: false,
      data: error.data as unknown,
    }
  }
  return { status: 500, statusText: '', internal: false, data: '' }
}
