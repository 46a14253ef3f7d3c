import { parseSync } from 'vite'

const DECLARES = new Set(['id', 'params', 'param', 'local'])
const USES = new Set(['init', 'body', 'right'])
const NO_NAMES = new Set([
  'parent',
  'imported',
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
])

/**
 * Names that `source` uses between `start` and `end` but that the file does not declare: a patch relies on them. Throws
 * when the source cannot be parsed.
 */
export function undeclaredNames(file: string, source: string, start: number, end: number): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const declared = new Set<string>()
  const used: string[] = []
  visit(program, false)
  return used.filter((name) => !declared.has(name) && !(name in globalThis))

  function visit(node: unknown, declares: boolean): void {
    if (Array.isArray(node)) for (const each of node) visit(each, declares)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const { type, name, computed, start: from, end: to } = node as Record<string, unknown>
    if (type === 'Identifier' && declares) declared.add(String(name))
    else if (type === 'Identifier' && Number(from) >= start && Number(to) <= end) used.push(String(name))
    for (const [key, value] of Object.entries(node)) {
      const isPlainKey = (key === 'property' || key === 'key') && computed !== true
      if (!NO_NAMES.has(key) && !isPlainKey) visit(value, DECLARES.has(key) || (declares && !USES.has(key)))
    }
  }
}
