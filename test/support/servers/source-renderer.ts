import { createServer } from 'vite'
import type { PageModule, Renderer } from '../../../src/server/pages/pages.ts'

/**
 * Renders pages from the sources, so that a test needs no build and never uses an old one. Cached and answered as in
 * `npm start`, without scripts and sheets. Each renderer has its own modules: two shops in one process stay separate.
 */
export async function openSourceRenderer(): Promise<Renderer & { close(): Promise<void> }> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })
  const source = (await vite.ssrLoadModule('/src/web/app/entry-server.tsx')) as PageModule
  const tags = { entry: '/assets/entry.js', tagsFor: () => '', preloadsFor: () => '' }
  const assets = { site: tags, panel: tags }
  return {
    developing: false,
    inlineScripts: source.inlineScripts,
    offline: source.offline,
    render: (url, options) => source.render(url, assets, options),
    connect: (publicCall) => source.answerInProcess(publicCall),
    serveAssets: () => Promise.resolve(),
    close: () => vite.close(),
  }
}
