import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { edited, editsOfEnvironment } from './edits.ts'

/**
 * Loaded with `--import` before the first file of the shop: applies the edits of the environment. Type stripping runs after
 * this, so they are TypeScript: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
const root = path.resolve(import.meta.dirname, '../..')
const edits = editsOfEnvironment()
const files = new Map(edits.map(({ file }) => [pathToFileURL(path.join(root, file)).href, file]))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = files.get(url)
    if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded
    const source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    // Marks the server's log as that of a wrong build.
    if (isMainThread) process.stderr.write(`${file} is wrong on purpose\n`)
    return { ...loaded, source: edited(file, source, edits) }
  },
})
