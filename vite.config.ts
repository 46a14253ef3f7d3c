import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), endpointNames()],
  publicDir: isSsrBuild ? false : 'src/web/public',
  build: {
    outDir: 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && { rolldownOptions: { input: 'src/web/entry-client.tsx' } }),
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
      for (const file of readdirSync('src/contract').filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
        const module = (await import(new URL(`./src/contract/${file}`, import.meta.url).href)) as Record<string, unknown>
        for (const [name, value] of Object.entries(module)) {
          if (isEndpoint(value)) names[name] = [value.method, value.path]
        }
      }
      return `export default ${JSON.stringify(names)}`
    },
  }
}

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint'
}
