import { createServer } from 'vite'
import type { PageModule, Renderer } from '../../../src/server/pages/pages.ts'

/**
 * Draws pages from the sources, so that a test neither needs a build nor can look at an old one. Kept and answered as
 * in `npm start`, without scripts and sheets. Each has modules of its own: two shops in one process stay apart.
 */
export async function openSourceRenderer(): Promise<Renderer & { close(): Promise<void> }> {
  const vite = await createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })
  const source = (await vite.ssrLoadModule('/src/web/app/entry-server.tsx')) as PageModule
  const assets = { entry: '/assets/entry.js', tagsFor: () => '', preloadsFor: () => '' }
  return {
    developing: false,
    inlineScripts: source.inlineScripts,
    render: (url, options) => source.render(url, assets, options),
    connect: (publicCall) => source.answerInProcess(publicCall),
    serveAssets: () => Promise.resolve(),
    close: () => vite.close(),
  }
}
