import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { edited, editsOfEnvironment } from './edits.ts'

/**
 * Loaded with `--import`, before the first file of the shop: makes the edits of the environment. Type stripping comes after
 * this, so they are TypeScript: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
const root = path.resolve(import.meta.dirname, '../../..')
const edits = editsOfEnvironment()
const files = new Map(edits.map(({ file }) => [pathToFileURL(path.join(root, file)).href, file]))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = files.get(url)
    if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded
    const source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    // Tells the reader of a server's log that this was the wrong build.
    if (isMainThread) process.stderr.write(`${file} is wrong on purpose\n`)
    return { ...loaded, source: edited(file, source, edits) }
  },
})
