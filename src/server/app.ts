import { randomUUID } from 'node:crypto'
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
import { docsRoutes } from './http/docs.ts'
import { setHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { KeptAnswers } from './http/kept.ts'
import { requestLimits } from './http/limits.ts'
import { refuseAddress, refuseClearly, refuseGarbage, sendRefusal } from './http/refusals.ts'
import { speakSpanish } from './http/spanish.ts'
import { cutSlowBodies, LONGEST_BODY_MS } from './http/slow-bodies.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelPendingOrders, forgetRecipients, listOrdersOf } from './orders/orders.ts'
import { findableRoutes } from './pages/findable.ts'
import { pageRoutes, type Renderer } from './pages/pages.ts'
import { settingsRoutes } from './settings/routes.ts'
import type { Shop } from './shop.ts'
import { notFound } from './errors.ts'
import { userRoutes } from './users/routes.ts'
import { warrantyRoutes } from './warranty/routes.ts'
import { forgetClaimants } from './warranty/warranty.ts'

const JSON_BYTES = 100 * 1024

/**
 * The whole shop as one HTTP application: limits and headers, the API, pictures, pages. Read this file first: each
 * line below is a room. `renderer` draws the pages; without it (as in API tests) there are none.
 */
export async function createApp(shop: Shop, renderer?: Renderer): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: shop.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: shop.config.trustProxy.length > 0 ? shop.config.trustProxy : false,
    bodyLimit: JSON_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Slow senders are cut: headers within 10 s, the whole request within 20 s, forms with files within 60 s.
    requestTimeout: LONGEST_BODY_MS,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseGarbage,
  })
  app.server.maxConnections = 1_000

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

  speakSpanish()
  readJsonOnly(app)
  refuseClearly(app)
  cutSlowBodies(app)
  setHeaders(app, shop.config.publicUrl.startsWith('https:'))
  app.addHook('onRequest', async (request) => limits.address(request.ip))
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
  healthRoutes(api)
  docsRoutes(api)
  app.all('/api/*', (request, reply) =>
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

/** One line a request, with its id, without query values: they can hold codes and signatures. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
}
