import { readConfig } from '../../../src/server/config.ts'
import type { PublicCall, Renderer } from '../../../src/server/pages/pages.ts'
import { openShop } from '../../../src/server/start/open-shop.ts'
import { serve } from '../../../src/server/start/serve.ts'
import { ROOT } from '../test-environment.ts'

/**
 * The shop as `main.ts` serves it, but without a build: its pages have the products, the settings and the guide, and `/slow?ms=` takes that long.
 * Configured by the environment.
 */
const shop = await openShop(readConfig(process.env), ROOT, { holder: 'starting' })
let call: PublicCall | undefined
const renderer: Renderer = {
  developing: false,
  inlineScripts: [],
  async render(_url, { gate }) {
    const data = ['GET /products/', 'GET /settings/', 'GET /guide/']
    const page = await Promise.all(data.map(async (endpoint) => call?.(endpoint, { query: {} })))
    return { status: 200, html: `<!doctype html>${gate ? 'gate' : 'open'} ${JSON.stringify(page)}` }
  },
  connect: (publicCall) => {
    call = publicCall
  },
  async serveAssets({ app }) {
    app.get<{ Querystring: { ms?: string } }>('/slow', (request, reply) => {
      setTimeout(() => reply.send('slow'), Number(request.query.ms))
    })
  },
}
process.on('uncaughtException', (error) => {
  shop.log.fatal({ err: error }, 'the shop ends')
  process.exit(1)
})
await serve(shop, renderer)
