import path from 'node:path'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/open-shop.ts'
import type { PublicCall, Renderer } from '../../src/server/pages/pages.ts'
import { serve } from '../../src/server/serve.ts'

/**
 * The shop as `main.ts` serves it, in a process of its own and without a build: its pages name the products, and
 * `/slow?ms=` takes as long as it is told. Settings come by environment; the port goes to the parent.
 */
const root = path.resolve(import.meta.dirname, '../..')
const shop = await openShop(readConfig(process.env), root)
let call: PublicCall | undefined
const renderer: Renderer = {
  developing: false,
  async render(_url, { gate }) {
    const page = await call?.('GET /products/', { query: {} })
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
process.send?.({ port: await serve(shop, renderer) })
