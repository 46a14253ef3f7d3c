import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** One sheet for every page, as each request more keeps the first frame waiting; a page has at most one of its own. */
const SITE_SHEETS =
  /src\/web\/styles\/(?:tokens|fonts|reset|base|layout|header|footer|search-box|age-gate|loader|button|badge|field|dialog|panels|error-summary|error-page|toast|picture|product-card|product-grid|product-not-found|price-slot|quantity-stepper|refresh-line|pagination)\.css/

/**
 * Five chunks besides that sheet and those of the pages: the libraries, which stay as they are when the shop changes, what
 * most storefront pages share, what lists share, what forms share, and what the account and the back office both say of
 * orders and claims. Left to itself the bundler makes thirty small ones, which compress badly and cost a request each.
 */
const CHUNKS = [
  { name: 'site', test: SITE_SHEETS },
  {
    name: 'libraries',
    test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack)\/(?!.*(?:nfiniteQuery|[mM]utationObserver|useMutation|[qQ]ueriesObserver|useQueries))/,
  },
  {
    name: 'storefront',
    test: /src\/(?:contract\/(?:errors|money|presentations|product-types|categories|page-address)|web\/site|web\/ui\/(?:picture|srcset|skeleton|busy-button|error-panel|empty-state|refresh-line)|web\/storefront\/(?:product-card|price-slot|card-price|type-badge|discount-badge|add-to-cart|product-facts|structured-data|site-picture))|src\/web\/(?:hydrated|catalogue-search|login-path|last-viewed)|lucide-react\/dist\/esm\/icons\/(?:shield-check|sprout|check|chevron-left|chevron-right)\.mjs/,
  },
  {
    name: 'lists',
    test: /src\/web\/(?:ui\/pagination|use-address-write)|lucide-react\/dist\/esm\/icons\/sliders-horizontal\.mjs/,
  },
  {
    name: 'forms',
    test: /src\/(?:contract\/(?:recipient|phone|password)\.|web\/(?:order-draft|ui\/(?:field|focus-link|error-summary|quantity-stepper|typed-quantity|use-countdown)))|lucide-react\/dist\/esm\/icons\/(?:minus|phone|rotate-ccw|trash)\.mjs/,
  },
  {
    name: 'orders',
    test: /src\/web\/(?:order-in-words|order-status-badge|claim-status-badge|send-upload)\./,
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), endpointNames(), ...(isSsrBuild ? [] : [compressed()])],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: {
    outDir: 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    // The server names the scripts of a page in its head; only sheets must be there before a page that is loaded later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => file.endsWith('.css')),
    },
    ...(!isSsrBuild && {
      rolldownOptions: { input: 'src/web/entry-client.tsx', output: { codeSplitting: { groups: CHUNKS } } },
    }),
  },
  ssr: { noExternal: isSsrBuild ? ['lucide-react'] : [] },
}))

/**
 * The browser needs method and path of each endpoint but not its schemas, which would bring zod along: this reads the
 * contract at build time and hands over just those.
 */
function endpointNames(): Plugin {
  return {
    name: 'endpoint-names',
    resolveId: (id) => (id === 'virtual:endpoints' ? '\0virtual:endpoints' : undefined),
    async load(id) {
      if (id !== '\0virtual:endpoints') return undefined
      const names: Record<string, [string, string]> = {}
      for (const file of readdirSync('src/contract').filter(
        (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
      )) {
        const module = (await import(new URL(`./src/contract/${file}`, import.meta.url).href)) as Record<
          string,
          unknown
        >
        for (const [name, value] of Object.entries(module)) {
          if (isEndpoint(value)) names[name] = [value.method, value.path]
        }
      }
      return `export default ${JSON.stringify(names)}`
    },
  }
}

/** Each script and sheet beside its brotli and gzip forms, made once and as small as they get. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
        const file = join(assets, name)
        const content = readFileSync(file)
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
      }
    },
  }
}

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
}
