import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Adds the source file of each page for the server, which puts the page's chunks and sheets into the head. The browser
 * does not need it, and the server not the screens of the panel.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    enforce: 'pre',
    transform(code, id, options) {
      const routes = /\/src\/web\/app\/(panel-)?routes\.tsx$/.exec(id)
      if (!options?.ssr || !routes) return undefined
      return code.replaceAll(
        /\(\) => import\('\.\.\/([^']+)'\)/g,
        (load, file) => `Object.assign(${routes[1] ? '() => {}' : load}, { file: 'src/web/${file}' })`,
      )
    },
  }
}

/** Replaces lucide's function that creates icons by ours, which is a tenth of its size. */
export function drawnIcons(): Plugin {
  return {
    name: 'drawn-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
        ? join(import.meta.dirname, '../src/web/ui/drawn-icon.ts')
        : undefined,
  }
}

/** Writes brotli and gzip versions beside each script and sheet for browsers, at the highest compression. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
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

/** Changes with the shape of what the API answers: a browser keeps answers of the last version. */
export function contractHash(): string {
  const hash = createHash('sha256')
  const folder = join(import.meta.dirname, '../src/contract')
  for (const file of globSync('**/*.ts', { cwd: folder }).toSorted())
    hash.update(readFileSync(join(folder, file)))
  return hash.digest('base64url').slice(0, 8)
}
