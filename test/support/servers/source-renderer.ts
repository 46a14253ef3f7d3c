import { createServer, createServerModuleRunner } from 'vite'
import type { PageModule, Renderer } from '../../../src/server/pages/pages.ts'

/** Of this process, which no test file has; a start takes two seconds. */
const idle: Renderer[] = []
/** Compiles the sources, once for all. */
let compiler: ReturnType<typeof compile> | undefined

/**
 * Renders pages from the sources, so that a test needs no build and never uses an old one. Cached and answered as in
 * `npm start`, without scripts and sheets. Each renderer has its own modules: two shops in one process stay separate.
 * `close` leaves it to the next file.
 */
export async function openSourceRenderer(): Promise<Renderer & { close(): void }> {
  const renderer = idle.pop() ?? (await start())
  return { ...renderer, close: () => void idle.push(renderer) }
}

const compile = () =>
  createServer({
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })

async function start(): Promise<Renderer> {
  const { environments } = await (compiler ??= compile())
  const modules = createServerModuleRunner(environments.ssr, { hmr: false })
  const source = await modules.import<PageModule>('/src/web/app/entry-server.tsx')
  const tags = { entry: '/assets/entry.js', tagsFor: () => '', preloadsFor: () => '' }
  const assets = { site: tags, panel: tags }
  return {
    developing: false,
    inlineScripts: source.inlineScripts,
    offline: source.offline,
    render: (url, options) => source.render(url, assets, options),
    connect: (publicCall) => source.answerInProcess(publicCall),
    serveAssets: () => Promise.resolve(),
  }
}
