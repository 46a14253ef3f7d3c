import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { earlyScripts } from './scripts/early-scripts.ts'
import { sharedChunk } from './scripts/shared-chunks.ts'

/**
 * One style sheet for all pages, as each request delays the first frame; a page has at most one more. Chunks beside
 * those of the pages: libraries, which stay cached when the shop changes; the storefront's layout and cards with the
 * shared ui; form fields; and parts of orders and claims shared by account and panel. By default the bundler makes
 * many small chunks, which compress badly and cost a request each.
 */
const CHUNKS = [
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
  {
    name: 'storefront',
    // Without parts used only by account, guide and panel, or for accounts alone.
    test: /src\/web\/(?:(?:ui|storefront\/(?:shell|product-card))\/(?!icon-button|step-heading|discount-badge|card-price)[^/]+\.tsx?|browser\/(?:use-address-write|hydrated)\.ts)|src\/contract\/(?:money|catalog\/presentations)\.ts/,
  },
  // With the texts of refusals, which account and panel need too; else they would get a chunk of their own.
  {
    name: 'forms',
    test: /src\/(?:web\/(?:ui\/form\/[^/]+|browser\/drafts|session\/order-draft|shop\/order-lines\/line-picture)\.tsx?|contract\/(?:sentences|limits|catalog\/cart-rules)\.ts$)|icons\/trash\.mjs$/,
  },
  {
    name: 'sending',
    test: /src\/web\/(?:forms\/(?:use-form|form-state|form-summary)|ui\/step-heading|data\/send-once|session\/sign-out)\.tsx?/,
  },
  // Of checkout and access requests.
  { name: 'recipient', test: /src\/contract\/(?:phone|orders\/recipient)\.ts$/ },
  // The next two are of account and panel, the first also of the guide.
  {
    name: 'dialog',
    test: /src\/web\/(?:ui\/(?:icon-button|dialog\/(?:dialog|confirm-dialog))|browser\/save-as)\.tsx?/,
  },
  {
    name: 'changes',
    test: /(?:useMutation|mutationObserver|infiniteQueryOptions)\.js|icons\/(?:rotate-cw|image-up)\.mjs$/,
  },
  // Access requests need the dates alone, tracking needs a button of the account, and the cart needs the line of shipping.
  { name: 'shop', test: /src\/web\/shop\/(?!dates|tracking|shipping-line)[^/]+\.tsx?/ },
  // One sheet for the panel, too.
  { name: 'panel-look', test: /src\/web\/admin\/.*\.css/ },
  { name: sharedChunk, debugName: 'shared', includeDependenciesRecursively: false },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    pageFiles(),
    earlyScripts(),
    drawnIcons(),
    ...(isSsrBuild ? [] : [panelCopies(), compressed()]),
  ],
  publicDir: 'src/web/public',
  build: {
    copyPublicDir: !isSsrBuild,
    outDir: 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    // The server preloads a page's scripts in its head; lazily loaded pages only need their style sheets first.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => file.endsWith('.css')),
    },
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: 'src/web/app/entry-client.tsx',
        // A page then has the calls that it makes, wherever the bundler puts `calls.ts`.
        optimization: { inlineConst: { mode: 'all' } },
        output: { codeSplitting: { groups: CHUNKS } },
      },
    }),
  },
  ssr: { noExternal: isSsrBuild ? ['lucide-react'] : [] },
}))

/**
 * Adds the source file of each page for the server, which puts the page's chunks and sheets into the head. The
 * browser does not need it.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    enforce: 'pre',
    transform(code, id, options) {
      if (!options?.ssr || !id.endsWith('/src/web/app/routes.tsx')) return undefined
      return code.replaceAll(
        /\(\) => import\('\.\.\/([^']+)'\)/g,
        (load, file) => `Object.assign(${load}, { file: 'src/web/${file}' })`,
      )
    },
  }
}

/** Replaces lucide's function that creates icons by ours, which is a tenth of its size. */
function drawnIcons(): Plugin {
  return {
    name: 'drawn-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
        ? join(import.meta.dirname, 'src/web/ui/drawn-icon.ts')
        : undefined,
  }
}

const OF_PANEL = '?panel'

/**
 * The panel has its own copies of icons and of the rules and texts of the contract, which keep no state: a chunk for each
 * one that other pages need too would cost a request.
 */
function panelCopies(): Plugin {
  return {
    name: 'panel-copies',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      if (!importer.endsWith(OF_PANEL) && !importer.includes('/src/web/admin/')) return null
      const found = await this.resolve(source, importer.replace(OF_PANEL, ''))
      return found && /\/(?:lucide-react\/dist|src\/contract)\//.test(found.id)
        ? { ...found, id: found.id + OF_PANEL }
        : found
    },
    load: (id) => (id.endsWith(OF_PANEL) ? readFileSync(id.slice(0, -OF_PANEL.length), 'utf8') : null),
  }
}

/** Writes brotli and gzip versions beside each script and sheet, at the highest compression. */
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
