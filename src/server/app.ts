import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { activityRoutes } from './activity/routes.ts'
import { whoIs } from './auth/auth.ts'
import { authRoutes } from './auth/routes.ts'
import { bannerRoutes } from './banners/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { PUBLIC_CHANGE } from './db/public-change.ts'
import { mediaRoutes } from './files/media-routes.ts'
import type { Api } from './http/api.ts'
import { docsRoutes } from './http/docs.ts'
import { setHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { KeptAnswers } from './http/kept.ts'
import { requestLimits } from './http/limits.ts'
import { refuseClearly, sendRefusal } from './http/refusals.ts'
import { orderRoutes } from './orders/routes.ts'
import { cancelPendingOrders, forgetRecipients, listOrdersOf } from './orders/orders.ts'
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
    trustProxy: shop.config.trustProxy,
    bodyLimit: JSON_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Slow senders are cut: headers within 10 s, the whole request within 20 s.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
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

  refuseClearly(app)
  setHeaders(app, shop.config.publicUrl.startsWith('https:'))
  app.addHook('onRequest', async (request) => limits.address(request.ip))
  logRequests(app)

  authRoutes(api)
  userRoutes(api, { listOrdersOf, cancelPendingOrders, forgetRecipients, forgetClaimants })
  catalogRoutes(api)
  orderRoutes(api)
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
  if (renderer) await pageRoutes(api, renderer)

  const stopListening = await shop.database.listen(PUBLIC_CHANGE, () => api.kept.drop())
  app.addHook('onClose', async () => stopListening())
  return app
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
