import { devNull } from 'node:os'
import type { ViteDevServer } from 'vite'
import { serveLookSheet } from './look-sheet.ts'
import type { LookOfPage, PageModule, PublicCall, Renderer } from './pages.ts'

const SOURCE = '/src/web/app/entry-server.tsx'

/**
 * The renderer of `npm run dev`: pages are rendered from the sources, and the browser reloads what changed. Vite's own
 * connection shares the port of the shop: once it is back after a restart, the open page reloads.
 */
export async function openDevRenderer(): Promise<Renderer> {
  const { createServer } = await import('vite')
  let vite: ViteDevServer
  let publicCall: PublicCall
  return {
    developing: true,
    inlineScripts: [],
    async render(url, options) {
      const source = (await vite.ssrLoadModule(SOURCE)) as PageModule
      source.answerInProcess(publicCall)
      const page = await source.render(url, assets, options)
      return { ...page, html: await withRefresh(vite, new URL(url).pathname, page.html) }
    },
    connect(call) {
      publicCall = call
    },
    async serveAssets({ app }, tokens) {
      serveLookSheet(app, [devNull], tokens)
      vite = await createServer({
        server: { middlewareMode: true, ws: { server: app.server } },
        appType: 'custom',
      })
      app.addHook('onRequest', (request, reply, done) => {
        if (
          /^\/(?:api|media|healthz|readyz|edad|look|favicon\.(?:svg|ico)|[\w-]+\.png|og\.jpg|manifest\.webmanifest)(?:\/|$)/.test(
            request.url,
          )
        )
          return done()
        vite.middlewares(request.raw, reply.raw, () => done())
      })
      // Closed before the server waits for connections to end, as Vite's would stay open.
      app.addHook('preClose', () => vite.close())
    },
  }
}

const assetsOf = (entry: string) => ({
  entry: `/src/web/app/${entry}.tsx`,
  tagsFor: (_modules: string[], look: LookOfPage) =>
    '<script type="module" src="/@vite/client"></script>' +
    (look.key && `<link rel="stylesheet" href="/look/${look.key}/null">`),
  preloadsFor: () => '',
})
const assets = { site: assetsOf('entry-client'), panel: assetsOf('entry-panel') }

/** Adds Vite's scripts for hot module replacement. */
function withRefresh(vite: ViteDevServer, pathname: string, html: string): Promise<string> | string {
  return html === '' ? html : vite.transformIndexHtml(pathname, html)
}
