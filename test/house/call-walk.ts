import path from 'node:path'
import { isProduct, isScript, type Node, parse, type Source, walk } from './sources.ts'

/** A task of a user or a developer, followed through the code. */
export interface Action {
  title: string
  /** The functions where it begins in the browser and on the server, e.g. `server placeOrder`; older names after a bar. */
  begins: string[]
  /** Folders of its own subject; files elsewhere count separately. */
  own: RegExp
}

/** Kits that every action uses and no reader has to enter: their names say what they do. */
const KITS =
  /^src\/(?:web\/(?:ui|app|data|session|browser|forms|shop)\/|web\/[\w-]+\.tsx?$|server\/(?:http\/on|db\/(?!transaction)|limits|start|metrics|log|config|errors|days|shop\.|escape)\b|contract\/(?:endpoint|errors|text|money|limits)\b)/

interface Module {
  source: Source
  /** Top-level names of this module. */
  declared: Map<string, Node>
  /** Names from other modules: the file, and the name there (`*` for all of them). */
  imported: Map<string, { file: string; name: string }>
}

/**
 * The files of an action: from its first functions along every name that a function mentions, but not into the kits. A
 * reader who follows the action opens these files.
 */
export function filesEntered(
  sources: Source[],
  { begins, own }: Action,
): { own: string[]; others: string[] } {
  const modules = new Map(
    sources.filter((each) => isProduct(each) && isScript(each)).map((each) => [each.file, readModule(each)]),
  )
  const entered = new Set<string>()
  const visited = new Set<string>()
  const enter = (file: string, name: string): void => {
    const module = modules.get(file)
    if (!module || visited.has(`${file} ${name}`)) return
    visited.add(`${file} ${name}`)
    const again = module.imported.get(name)
    if (again) return KITS.test(again.file) ? undefined : enter(again.file, again.name)
    const declared = module.declared.get(name)
    if (!declared) return
    entered.add(file)
    for (const mentioned of namesIn(declared)) if (mentioned !== name) enter(file, mentioned)
  }
  for (const begin of begins) {
    const [side, names = ''] = begin.split(' ')
    for (const name of names.split('|')) {
      const home = [...modules].find(
        ([file, { declared }]) => file.startsWith(`src/${side}/`) && declared.has(name),
      )
      if (home) enter(home[0], name)
    }
  }
  const files = [...entered].toSorted()
  return { own: files.filter((file) => own.test(file)), others: files.filter((file) => !own.test(file)) }
}

function readModule(source: Source): Module {
  const module: Module = { source, declared: new Map(), imported: new Map() }
  for (const statement of parse(source)['body'] as Node[]) {
    if (statement.type === 'ImportDeclaration') readImport(module, statement)
    else declare(module, (statement['declaration'] as Node | null | undefined) ?? statement)
  }
  return module
}

function readImport({ source, imported }: Module, statement: Node): void {
  const from = (statement['source'] as { value: string }).value
  if (!from.startsWith('.') || statement['importKind'] === 'type') return
  const file = path.posix.join(path.posix.dirname(source.file), from)
  for (const specifier of statement['specifiers'] as Node[]) {
    if (specifier['importKind'] === 'type') continue
    const name = (specifier['imported'] as { name?: string } | undefined)?.name ?? '*'
    imported.set((specifier['local'] as { name: string }).name, { file, name })
  }
}

function declare({ declared }: Module, statement: Node): void {
  const own = (statement['id'] as { name?: string } | undefined)?.name
  if (own && !statement.type.startsWith('TS')) declared.set(own, statement)
  if (statement.type !== 'VariableDeclaration') return
  for (const each of statement['declarations'] as Node[]) {
    walk(each['id'], (node) => {
      if (node.type === 'Identifier') declared.set(String(node['name']), each)
    })
  }
}

function namesIn(node: Node): Set<string> {
  const names = new Set<string>()
  walk(node, (each) => {
    if (each.type === 'Identifier' || each.type === 'JSXIdentifier') names.add(String(each['name']))
  })
  return names
}
