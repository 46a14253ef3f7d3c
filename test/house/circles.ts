import path from 'node:path'
import { isProduct, isScript, type Node, parse, type Source } from './sources.ts'

/**
 * Circles of imports: files that reach each other, in one line for each group. `ofValues` leaves out imports of types, which
 * are gone when the code runs. A dynamic `import()` runs later and closes none.
 */
export function circles(sources: Source[], { ofValues }: { ofValues: boolean }): string[] {
  const imports = new Map(
    sources
      .filter((each) => isProduct(each) && isScript(each))
      .map((each) => [each.file, importsOf(each, ofValues)]),
  )
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  const groups = [...reached]
    .filter(([file, all]) => all.has(file))
    .map(([file, all]) => [...all].filter((other) => reached.get(other)?.has(file)).toSorted())
  return [...new Set(groups.map((files) => files.join(' ⇄ ')))].toSorted()
}

/** Every file that an import of `file` leads to; with `file` itself where it stands in a circle. */
function reachedFrom(file: string, imports: Map<string, string[]>): Set<string> {
  const reached = new Set(imports.get(file))
  // A set that grows is walked to its end.
  for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next)
  return reached
}

function importsOf(source: Source, ofValues: boolean): string[] {
  return (parse(source)['body'] as Node[]).flatMap((statement) => {
    const from = (statement['source'] as { value: string } | null | undefined)?.value
    if (!from?.startsWith('.') || (ofValues && isOfTypes(statement))) return []
    return [path.posix.join(path.posix.dirname(source.file), from)]
  })
}

/** `import type …`, `export type … from`, and `import { type A, type B }`. */
function isOfTypes(statement: Node): boolean {
  const kindOf = (node: Node) => node['importKind'] ?? node['exportKind']
  const names = (statement['specifiers'] ?? []) as Node[]
  return kindOf(statement) === 'type' || (names.length > 0 && names.every((name) => kindOf(name) === 'type'))
}
