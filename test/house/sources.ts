import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A text file of the project that git tracks, with its path from the root. */
export interface Source {
  file: string
  text: string
  lines: number
}

export type Node = Record<string, unknown> & { type: string; start: number; end: number }

/** Every tracked TypeScript, JavaScript, SQL and CSS file below `root`. */
export function readSources(root: string): Source[] {
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file))
    .map((file) => readSource(root, file))
}

export function readSource(root: string, file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  return { file, text, lines: text.split('\n').length - 1 }
}

/** Product code: built or served. Tests and fixtures beside it are not. */
export function isProduct({ file }: Source): boolean {
  return file.startsWith('src/') && !/\.(?:test|fixture)\.tsx?$/.test(file)
}

export function isScript({ file }: Source): boolean {
  return /\.tsx?$/.test(file)
}

const parsed = new WeakMap<Source, Node>()

export function parse(source: Source): Node {
  const known = parsed.get(source)
  if (known) return known
  const { program, errors } = parseSync(source.file, source.text)
  if (errors.length > 0) throw new Error(`${source.file} cannot be parsed: ${errors[0]?.message}`)
  const node = program as unknown as Node
  parsed.set(source, node)
  return node
}

/** Calls `see` for every node below, parents first, with its ancestors, outermost first. */
export function walk(node: unknown, see: (node: Node, around: Node[]) => void, around: Node[] = []): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, see, around)
  } else if (node !== null && typeof node === 'object') {
    const isNode = typeof Reflect.get(node, 'type') === 'string'
    if (isNode) see(node as Node, around)
    const inside = isNode ? [...around, node as Node] : around
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') walk(value, see, inside)
  }
}

export function linesOf({ text }: Source, { start, end }: Pick<Node, 'start' | 'end'>): number {
  return text.slice(start, end).split('\n').length
}
