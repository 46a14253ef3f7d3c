import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type EnvironmentOptions } from 'vite'
import { compressed, contractHash, drawnIcons, pageFiles } from './scripts/build-plugins.ts'
import { earlyScripts } from './scripts/early-scripts.ts'

type Chunks = {
  name: string
  test?: RegExp
  minShareCount?: number
  includeDependenciesRecursively?: boolean
}[]

/**
 * One style sheet for all pages, as each request delays the first frame; a page has at most one more. Chunks beside
 * those of the pages: libraries, which stay cached when the shop changes; the storefront's layout and cards with the
 * shared ui; and form fields. By default the bundler makes many small chunks, which compress badly and cost a request each.
 */
const SHOP_CHUNKS: Chunks = [
  {
    name: 'site',
    test: /src\/web\/(?:styles|ui|ui\/form|ui\/dialog|shop\/text|storefront\/(?:shell|product-card))\/[^/]+\.css/,
  },
  // The login, access requests, invitations and recovery.
  { name: 'login', test: /src\/web\/storefront\/(?:login|access)\/[^/]+\.css/ },
  {
    name: 'libraries',
    test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\/(?!.*(?:nfiniteQuery|[mM]utationObserver|useMutation|[qQ]ueriesObserver|useQueries))/,
  },
  { name: 'storefront', test: /src\/web\/(?:ui|storefront\/(?:shell|product-card))\/[^/]+\.tsx?/ },
  // With the texts of refusals; else they would get a chunk of their own.
  {
    name: 'forms',
    test: /src\/(?:web\/(?:ui\/form\/[^/]+|browser\/drafts|session\/order-draft|shop\/order-lines\/line-picture)\.tsx?|contract\/(?:sentences|limits|catalog\/cart-rules)\.ts$)|icons\/trash\.mjs$/,
  },
]

/** One sheet, the libraries, and what two screens need: by default the list of orders is a hundred scripts. */
const PANEL_CHUNKS: Chunks = [
  { name: 'panel-look', test: /\.css$/ },
  { name: 'panel-libraries', test: /node_modules\/(?!lucide)/ },
  { name: 'panel', minShareCount: 2, includeDependenciesRecursively: false },
]

/** Storefront with account, and panel, have a graph each (decision 0084): neither gives the other chunks. */
const BUILDS: Record<string, EnvironmentOptions> = {
  client: { build: forBrowsers('entry-client.tsx', SHOP_CHUNKS) },
  panel: {
    consumer: 'client',
    build: {
      ...forBrowsers('entry-panel.tsx', PANEL_CHUNKS),
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: '.vite/panel.json',
    },
  },
  ssr: {
    resolve: { noExternal: ['lucide-react'] },
    build: {
      outDir: 'dist/server',
      copyPublicDir: false,
      rolldownOptions: { input: 'src/web/app/entry-server.tsx' },
    },
  },
}

function forBrowsers(entry: string, groups: Chunks): BuildEnvironmentOptions {
  return {
    outDir: 'dist/client',
    manifest: true,
    rolldownOptions: {
      input: `src/web/app/${entry}`,
      // A page then has the calls that it makes, wherever the bundler puts `calls.ts`.
      optimization: { inlineConst: { mode: 'all' } },
      output: { codeSplitting: { groups } },
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [react(), pageFiles(), earlyScripts(), drawnIcons(), compressed()],
  publicDir: 'src/web/public',
  define: { CONTRACT_HASH: JSON.stringify(contractHash()) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server preloads a page's scripts in its head; lazily loaded pages only need their style sheets first.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => file.endsWith('.css')),
    },
  },
  ...(command === 'build' && { builder: {}, environments: BUILDS }),
}))
