import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, '../src/web/early')
const FILES = {
  markDocument: 'mark-document.ts',
  askEarly: 'ask-early.ts',
  openSite: 'open-site.ts',
  startPage: 'start-page.ts',
  reloadOnline: 'reload-online.ts',
  offlineWorker: 'offline-worker.ts',
}
const MODULE = 'virtual:early-scripts'

/** Bundles and minifies the inline scripts of pages and the service worker, as strings for the server. */
export function earlyScripts(): Plugin {
  return {
    name: 'early-scripts',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    async load(id) {
      if (id !== `\0${MODULE}`) return undefined
      const lines = Object.entries(FILES).map(async ([name, file]) => {
        this.addWatchFile(join(FOLDER, file))
        return `export const ${name} = ${JSON.stringify(await buildEarlyScript(file))}`
      })
      return (await Promise.all(lines)).join('\n')
    },
  }
}

/** Built in memory in a few milliseconds, so that development and tests need no build first. */
export async function buildEarlyScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      // Also run by browsers too old for the page's own scripts, to inform the visitor.
      target: 'es2019',
      rolldownOptions: { input: join(FOLDER, file), output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error(`${file} does not build to one script`)
  return built.output[0].code.trim().replace(/;$/, '')
}
