import type { ViteDevServer } from 'vite'
import type { RenderedPage, Renderer } from './pages.ts'

interface PageSource {
  render(
    url: string,
    assets: { entry: string; tagsFor(): string; preloadsFor(): string },
    options: { gate: boolean },
  ): Promise<RenderedPage>
  answerInProcess(publicCall: Parameters<Renderer['connect']>[0]): void
}

const SOURCE = '/src/web/entry-server.tsx'

/** The renderer of `npm run dev`: pages are drawn from the sources, and the browser reloads what changed. */
export async function openDevRenderer(): Promise<Renderer & { close(): Promise<void> }> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  let publicCall: Parameters<Renderer['connect']>[0] | undefined
  const assets = {
    entry: '/src/web/entry-client.tsx',
    tagsFor: () => '<script type="module" src="/@vite/client"></script>',
    preloadsFor: () => '',
  }
  return {
    developing: true,
    async render(url, options) {
      const source = (await vite.ssrLoadModule(SOURCE)) as PageSource
      if (publicCall) source.answerInProcess(publicCall)
      const page = await source.render(url, assets, options)
      return { ...page, html: await withRefresh(vite, new URL(url).pathname, page.html) }
    },
    connect(call) {
      publicCall = call
    },
    async serveAssets({ app }) {
      app.addHook('onRequest', (request, reply, done) => {
        if (/^\/(?:api|media|healthz|readyz|edad)(?:\/|$)/.test(request.url)) return done()
        vite.middlewares(request.raw, reply.raw, () => done())
      })
    },
    close: () => vite.close(),
  }
}

/** The bundler adds its own scripts for hot replacement of components. */
function withRefresh(vite: ViteDevServer, pathname: string, html: string): Promise<string> | string {
  return html === '' ? html : vite.transformIndexHtml(pathname, html)
}
