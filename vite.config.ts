import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { earlyScripts } from './scripts/early-scripts.ts'

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
]
/** One sheet, the libraries, and what several screens need: by default the list of orders is more than a hundred scripts. */
const PANEL_CHUNKS = [
  { name: 'panel-look', test: /\.css$/ },
  { name: 'panel-libraries', test: /node_modules\/(?!lucide)/ },
  { name: 'panel', minShareCount: 2, includeDependenciesRecursively: false },
]

/** Of each the server has its own: the scripts of storefront and account, those of the panel, and its own. */
const BUILDS: Record<string, EnvironmentOptions> = {
  client: { build: browserBuild('entry-client.tsx', CHUNKS) },
  panel: {
    consumer: 'client',
    build: {
      ...browserBuild('entry-panel.tsx', PANEL_CHUNKS),
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

function browserBuild(entry: string, groups: { name: string; test?: RegExp }[]): BuildEnvironmentOptions {
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

/**
 * Adds the source file of each page for the server, which puts the page's chunks and sheets into the head. The
 * browser does not need it, and the server not the screens of the panel.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    enforce: 'pre',
    transform(code, id, options) {
      if (!options?.ssr || !/\/src\/web\/app\/(?:panel-)?routes\.tsx$/.test(id)) return undefined
      return code.replaceAll(
        /\(\) => import\('\.\.\/([^']+)'\)/g,
        (load, file) =>
          `Object.assign(${id.endsWith('/panel-routes.tsx') ? '() => {}' : load}, { file: 'src/web/${file}' })`,
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

/** Writes brotli and gzip versions beside each script and sheet, at the highest compression. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name !== 'ssr',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
        const file = join(dir, name)
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
