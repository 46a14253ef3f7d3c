import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'

/** What rolldown knows of the modules. */
interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null
}

const ROOT = join(import.meta.dirname, '..')
const PANEL = join(ROOT, 'src/web/admin/')

/**
 * The chunk of a module that the panel shares: one for each set of pages that need it too, whichever screens of the panel
 * do. By default the list of orders is more than eighty scripts, and each costs a request. No page begins with more by it.
 * What every page needs is left to the bundler, and what one screen needs.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  const entries = entriesOf(id, graph)
  if (entries === 'all') return null
  const others = entries.filter((entry) => !entry.startsWith(PANEL))
  if (entries.length < 2 || others.length === entries.length) return null
  if (others.length === 0) return 'panel'
  // Scripts that a page loads later may bring more, but never the panel.
  const pages = others
    .filter((entry) => entry.endsWith('-page.tsx'))
    .map(fromRoot)
    .toSorted()
  return `shared-${createHash('sha256').update(pages.join()).digest('hex').slice(0, 8)}`
}

/** The name of a chunk is the same wherever the project is built, or a release could not be built again byte for byte. */
function fromRoot(id: string): string {
  return relative(ROOT, id)
}

/** The scripts loaded on demand, such as pages, that import a module. */
function entriesOf(id: string, graph: Graph): string[] | 'all' {
  const importers = new Set([id])
  const entries: string[] = []
  // Grows while it is read.
  for (const each of importers) {
    const info = graph.getModuleInfo(each)
    if (info?.isEntry) return 'all'
    if (info?.dynamicImporters.length) entries.push(each)
    for (const importer of info?.importers ?? []) importers.add(importer)
  }
  return entries
}
