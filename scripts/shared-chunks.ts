import { join } from 'node:path'

/** What rolldown knows of the modules. */
interface Graph {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null
}

const WEB = join(import.meta.dirname, '../src/web/')
/** Folders whose modules belong to the areas that import them. */
const SHARED = /^(?:ui|forms|shop|browser)$/

/**
 * The chunk of a module that only the panel imports, or only panel and account: without it the screen of orders is more
 * than eighty scripts, and each costs a request. What the storefront needs too is left to the bundler, so that no visitor
 * loads the panel.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  const areas = areasOf(id, graph)
  if (!areas.has('admin') || [...areas].some((area) => area !== 'admin' && area !== 'account')) return null
  if (!areas.has('account')) return 'panel'
  // Components would bring sheets to pages of the account that have one of their own.
  return id.startsWith(WEB) ? null : 'office'
}

const known = new Map<string, Set<string>>()

/** The folders of `src/web` that lead to a module. */
function areasOf(id: string, graph: Graph): Set<string> {
  const before = known.get(id)
  if (before) return before
  const areas = new Set<string>()
  known.set(id, areas)
  const folder = id.startsWith(WEB) ? (id.slice(WEB.length).split('/')[0] ?? '') : ''
  if (folder && !SHARED.test(folder)) return areas.add(folder)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  for (const importer of [...importers, ...dynamicImporters])
    for (const area of areasOf(importer, graph)) areas.add(area)
  return areas
}
