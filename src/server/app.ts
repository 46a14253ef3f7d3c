import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { tellApplicant } from './access/access.ts'
import { accessRoutes } from './access/routes.ts'
import { removalHooks } from './account-removal.ts'
import { tokensOf } from '../contract/settings/look.ts'
import { activityRoutes } from './activity/routes.ts'
import { findSessionUser } from './auth/auth.ts'
import { authRoutes, factorRoutes, passkeyRoutes, signInLinkRoutes } from './auth/routes.ts'
import { bannerRoutes } from './banners/routes.ts'
import { countShown, getProduct, listShownIds, SearchTerms } from './catalog/catalog.ts'
import { ListMemory } from './catalog/list-memory.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { onPublicChange } from './cache/public-change.ts'
import { listPagePaths } from './legal/legal.ts'
import { legalRoutes } from './legal/routes.ts'
import { mediaRoutes } from './files/media-routes.ts'
import { uploadRoutes } from './files/upload-routes.ts'
import type { Api } from './http/api.ts'
import { messageRoutes } from './messages/routes.ts'
import { limitConnections } from './limits/connections.ts'
import { docsRoutes } from './http/docs.ts'
import { setHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { PublicCache } from './cache/public-cache.ts'
import { requestIds } from './http/request-id.ts'
import { openPublicLane } from './limits/public-lane.ts'
import { requestLimits } from './limits/request-limits.ts'
import {
  refuseBadAddress,
  refuseErrors,
  refuseMalformed,
  refuseTwoHosts,
  sendRefusal,
} from './http/refusals.ts'
import { setSpanishErrors } from './http/spanish-errors.ts'
import { cutSlowBodies, LONGEST_BODY_MS } from './limits/slow-bodies.ts'
import { cutSlowReaders } from './limits/slow-readers.ts'
import { orderRoutes } from './orders/routes.ts'
import { listOrdersOf } from './orders/orders.ts'
import { sitemapRoutes } from './pages/sitemap.ts'
import { previewRoutes } from './pages/previews.ts'
import { iconRoutes } from './pages/site-icons.ts'
import { pageRoutes, type Renderer } from './pages/pages.ts'
import { reportRoutes } from './reports/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { getRememberedSettings } from './settings/settings.ts'
import { logOfRequest } from './log.ts'
import type { Shop } from './shop.ts'
import { notFound } from './errors.ts'
import { countRequests } from './metrics/request-times.ts'
import type { Metrics } from './metrics/metrics.ts'
import { userRoutes } from './users/routes.ts'
import { warrantyRoutes } from './warranty/routes.ts'

const JSON_BYTES = 100 * 1024
const HEALTH = new Set(['/healthz', '/readyz'])

interface AppOptions {
  /** Aborted when the shop begins to stop: `/readyz` then fails, and each response closes its connection. */
  stopping?: AbortSignal
  /** Without it no metrics are collected. */
  metrics?: Metrics | undefined
  /** Records search terms. */
  searches?: SearchTerms
}

/**
 * The whole shop as one HTTP application: limits and headers, the API, pictures, pages. Read this file first: each
 * `…Routes` line below is a room. `renderer` renders the pages; without it, as in API tests, pages are not served.
 */
export async function createApp(
  shop: Shop,
  renderer?: Renderer,
  { stopping = new AbortController().signal, metrics, searches = new SearchTerms() }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = openServer(shop)
  const connections = limitConnections(app.server, {
    perAddress: shop.config.connectionsPerAddress,
    trustProxy: shop.config.trustProxy,
    log: shop.log,
  })
  const lane = openPublicLane(shop.config.rateLimitFactor)
  const limits = requestLimits(shop.config.rateLimitFactor, shop.now)
  const api: Api = {
    app,
    shop,
    publicShop: { ...shop, db: shop.database.publicDb },
    findSessionUser: (token) => findSessionUser(shop, token),
    limitUser: limits.user,
    limitSuggestions: limits.suggestions,
    atOnce: limits.atOnce,
    publicCache: new PublicCache(lane),
    endpoints: [],
    publicCalls: new Map(),
  }
  if (metrics) {
    countRequests(app, metrics.registry)
    metrics.publicCache(api.publicCache)
    metrics.publicLane(lane)
    metrics.connections(connections)
  }

  setSpanishErrors()
  acceptJsonOnly(app)
  refuseErrors(app)
  cutSlowBodies(app)
  cutSlowReaders(app)
  setHeaders(app, shop.config.publicUrl.startsWith('https:'))
  app.addHook('onRequest', async (request) => {
    // Health checks must not be limited by a busy visitor at the same address.
    if (!HEALTH.has(request.routeOptions.url ?? '')) limits.address(request.ip)
  })
  refuseTwoHosts(app)
  closeConnectionsAfterStop(app, stopping)
  logRequests(app)

  const lists = new ListMemory()
  authRoutes(api, tellApplicant)
  factorRoutes(api)
  signInLinkRoutes(api, tellApplicant)
  passkeyRoutes(api)
  userRoutes(api, { listOrdersOf, removalHooks })
  accessRoutes(api)
  catalogRoutes(api, lists, searches)
  orderRoutes(api)
  uploadRoutes(api)
  warrantyRoutes(api)
  legalRoutes(api)
  reportRoutes(api)
  messageRoutes(api)
  bannerRoutes(api)
  activityRoutes(api)
  settingsRoutes(api)
  mediaRoutes(api)
  healthRoutes(api, stopping)
  docsRoutes(api, async () => (await getRememberedSettings(api.shop)).shop_name)
  for (const address of ['/api', '/api/*'])
    app.all(address, (request, reply) =>
      sendRefusal(request, reply, notFound('No existe esa dirección en la API')),
    )
  sitemapRoutes(api, {
    count: () => countShown(api.publicShop),
    list: (part) => listShownIds(api.publicShop, part),
    hasTrophies: async () => (await getRememberedSettings(shop)).trophies.length > 0,
    showsTests: async () => (await getRememberedSettings(shop)).show_tests,
    pages: () => listPagePaths(api.publicShop),
  })
  const face = () => getRememberedSettings(shop)
  iconRoutes({ app, files: shop.files, face })
  previewRoutes({
    app,
    files: shop.files,
    face,
    product: (id) => getProduct({ shop: api.publicShop, audience: 'anonymous', params: { id } }),
  })
  if (renderer)
    await pageRoutes(api, renderer, {
      tokens: async () => tokensOf(await getRememberedSettings(shop)),
      searched: (query, address) => searches.record(query, { address, at: shop.now() }),
    })
  await dropOnPublicChange(api, lists)
  return app
}

function openServer({ config, log }: Shop): FastifyInstance {
  const behindProxy = config.trustProxy.length > 0
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: behindProxy ? config.trustProxy : false,
    bodyLimit: JSON_BYTES,
    childLoggerFactory: logOfRequest,
    genReqId: requestIds(config.trustProxy),
    // Requests on open connections are answered until the end of a stop.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Slow senders are cut: headers within 10 s, the whole request within 20 s, forms with files within 60 s.
    requestTimeout: LONGEST_BODY_MS,
    // Longer than proxies keep idle connections, but bounded: a silent phone counts against its address.
    keepAliveTimeout: behindProxy ? 72_000 : 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseBadAddress,
    clientErrorHandler: refuseMalformed,
  })
}

/** Drops the caches after each public change, of this instance and of others. */
async function dropOnPublicChange({ app, shop, publicCache }: Api, lists: ListMemory): Promise<void> {
  const stopListening = await onPublicChange(shop.database, (change) => {
    publicCache.drop(change)
    lists.drop(change)
  })
  app.addHook('onClose', async () => stopListening())
}

/** Accepts JSON only. An empty body is an empty object, as many clients send a content type without a body. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
}

/** While the shop stops, every response closes its connection, so that the next request goes to another instance. */
function closeConnectionsAfterStop(app: FastifyInstance, stopping: AbortSignal): void {
  // Decided with the response: requests that are being answered when the stop begins count too.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Logs a line for each request, without query values, as they can hold codes and signatures. */
function logRequests(app: FastifyInstance): void {
  if (!['debug', 'trace'].includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?', 1)[0]
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
}
