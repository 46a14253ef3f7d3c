import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { activityRoutes } from './activity/routes.ts'
import { whoIs } from './auth/auth.ts'
import { authRoutes } from './auth/routes.ts'
import { bannerRoutes } from './banners/routes.ts'
import { countShown, listShownIds } from './catalog/catalog.ts'
import { ProductCounts } from './catalog/product-counts.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { hearHere, PUBLIC_CHANGE } from './db/public-change.ts'
import { mediaRoutes } from './files/media-routes.ts'
import { uploadRoutes } from './files/upload-routes.ts'
import type { Api } from './http/api.ts'
import { limitConnections } from './http/connections.ts'
import { docsRoutes } from './http/docs.ts'
import { setHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { KeptAnswers } from './http/kept.ts'
import { requestIds } from './http/request-id.ts'
import { requestLimits } from './http/limits.ts'
import { refuseAddress, refuseClearly, refuseGarbage, sendRefusal } from './http/refusals.ts'
import { speakSpanish } from './http/spanish.ts'
import { cutSlowBodies, LONGEST_BODY_MS } from './http/slow-bodies.ts'
import { cutSlowReaders } from './http/slow-readers.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelPendingOrders, forgetRecipients, listOrdersOf } from './orders/orders.ts'
import { findableRoutes } from './pages/findable.ts'
import { pageRoutes, type Renderer } from './pages/pages.ts'
import { settingsRoutes } from './settings/routes.ts'
import { logOfRequest } from './log.ts'
import type { Shop } from './shop.ts'
import { notFound } from './errors.ts'
import { countRequests } from './watch/request-times.ts'
import type { Watch } from './watch/watch.ts'
import { userRoutes } from './users/routes.ts'
import { warrantyRoutes } from './warranty/routes.ts'
import { forgetClaimants } from './warranty/warranty.ts'

const JSON_BYTES = 100 * 1024
const HEALTH = new Set(['/healthz', '/readyz'])

interface AppOptions {
  /** Aborted when the shop begins to stop: it still answers, and tells who asks that it soon will not. */
  stopping?: AbortSignal
  /** Counts what is asked; without one nothing is counted. */
  watch?: Watch | undefined
}

/**
 * The whole shop as one HTTP application: limits and headers, the API, pictures, pages. Read this file first: each
 * line below is a room. `renderer` draws the pages; without it (as in API tests) there are none.
 */
export async function createApp(
  shop: Shop,
  renderer?: Renderer,
  { stopping = new AbortController().signal, watch }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: shop.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: shop.config.trustProxy.length > 0 ? shop.config.trustProxy : false,
    bodyLimit: JSON_BYTES,
    childLoggerFactory: logOfRequest,
    genReqId: requestIds(shop.config.trustProxy),
    // What comes over a connection that is already open is answered until the end.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Slow senders are cut: headers within 10 s, the whole request within 20 s, forms with files within 60 s.
    requestTimeout: LONGEST_BODY_MS,
    // A proxy's connections are to outlive its own patience; a phone that has gone silent counts for its address.
    keepAliveTimeout: shop.config.trustProxy.length > 0 ? 72_000 : 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseGarbage,
  })
  const connections = limitConnections(app.server, {
    perAddress: shop.config.connectionsPerAddress,
    trustProxy: shop.config.trustProxy,
    log: shop.log,
  })

  const limits = requestLimits(shop.config.rateLimitFactor, shop.now)
  const api: Api = {
    app,
    shop,
    whoIs: (token) => whoIs(shop, token),
    limitUser: limits.user,
    kept: new KeptAnswers(),
    endpoints: [],
    publicCalls: new Map(),
  }

  if (watch) {
    countRequests(app, watch.registry)
    watch.kept(api.kept)
    watch.connections(connections)
  }
  speakSpanish()
  readJsonOnly(app)
  refuseClearly(app)
  cutSlowBodies(app)
  cutSlowReaders(app)
  setHeaders(app, shop.config.publicUrl.startsWith('https:'))
  app.addHook('onRequest', async (request) => {
    // Who looks after the shop must not take it for dead because it shares an address with a busy visitor.
    if (!HEALTH.has(request.routeOptions.url ?? '')) limits.address(request.ip)
  })
  sayGoodbye(app, stopping)
  logRequests(app)

  authRoutes(api)
  userRoutes(api, { listOrdersOf, cancelPendingOrders, forgetRecipients, forgetClaimants })
  const counts = new ProductCounts()
  catalogRoutes(api, counts)
  orderRoutes(api)
  uploadRoutes(api)
  warrantyRoutes(api)
  bannerRoutes(api)
  activityRoutes(api)
  settingsRoutes(api)
  mediaRoutes(api)
  healthRoutes(api, stopping)
  docsRoutes(api)
  for (const address of ['/api', '/api/*'])
    app.all(address, (request, reply) =>
      sendRefusal(request, reply, notFound('No existe esa dirección en la API')),
    )
  findableRoutes(api, {
    count: () => countShown(shop),
    list: (part) => listShownIds(shop, part),
  })
  if (renderer) await pageRoutes(api, renderer)

  const forget = (change?: string) => {
    api.kept.drop()
    counts.drop(change)
  }
  const stopHearing = hearHere(shop.db, forget)
  const stopListening = await shop.database.listen(PUBLIC_CHANGE, forget)
  app.addHook('onClose', async () => {
    stopHearing()
    stopListening()
  })
  return app
}

/** JSON and nothing else; no body at all is an empty one, as many clients name the type of what they do not send. */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else void parse(request, body, done)
  })
}

/** While the shop stops every connection ends with its answer, so that the next request goes elsewhere. */
function sayGoodbye(app: FastifyInstance, stopping: AbortSignal): void {
  // Not at the request: what is being answered when the stop comes is the last of its connection as well.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** One line a request, with its id, without query values: they can hold codes and signatures. */
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
