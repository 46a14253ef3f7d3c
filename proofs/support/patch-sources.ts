import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/** One piece of one source file, replaced while it is loaded; the file itself stays as it is. */
export interface Patch {
  /** From the root of the project. */
  file: string
  /** Must be in the file exactly once. */
  find: string
  replace: string
}

/** The patches of the wrong shop that runs, as JSON. Only processes that proofs start have it. */
export const PATCHES = 'SURBROTE_PROOF_PATCHES'

const root = path.resolve(import.meta.dirname, '../..')
const patches = JSON.parse(process.env[PATCHES] ?? '[]') as Patch[]

/**
 * Given to Node by `--import`, so that it is there before the first file of the shop. Type stripping comes after this,
 * so pieces are TypeScript: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
if (patches.length > 0) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const mine = patches.filter(({ file }) => url === pathToFileURL(path.join(root, file)).href)
      if (mine.length === 0 || loaded.source === undefined || loaded.source === null) return loaded
      const source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString()
      return { ...loaded, source: mine.reduce(patched, source) }
    },
  })
}

function patched(source: string, { file, find, replace }: Patch): string {
  const parts = source.split(find)
  const [before, after] = parts
  if (parts.length !== 2 || before === undefined || after === undefined) {
    throw new Error(
      `A wrong build needs exactly one piece «${find}» in ${file}, and there are ${parts.length - 1}`,
    )
  }
  // Only for whoever looks into the log of a server whether it was the wrong one.
  if (isMainThread) process.stderr.write(`${file} is wrong on purpose\n`)
  return `${before}${replace}${after}`
}
