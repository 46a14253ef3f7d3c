import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { edited, editsOfEnvironment } from '../../wrong-builds/edits.ts'
import { ROOT } from '../../../test/support/test-environment.ts'

export interface Regex {
  source: string
  flags: string
  /** `src/contract/text.ts:59`; the first place when there are several. */
  place: string
}

/** Every regular expression of the shop's own sources, once each, wrong builds included; and those built at run time. */
export function regexesOfShop(): { regexes: Regex[]; built: string[] } {
  const found = new Map<string, Regex>()
  const built: string[] = []
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$|\.d\.ts$/.test(file)) continue
    const source = edited(file, readFileSync(path.join(ROOT, file), 'utf8'), editsOfEnvironment())
    const { program, errors } = parseSync(file, source)
    if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
    const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
    walk(program, (node) => {
      const regex = node['regex'] as { pattern: string; flags: string } | undefined
      const place = `${file}:${lineOf(Number(node['start']))}`
      if (node['type'] === 'Literal' && regex) {
        const key = `/${regex.pattern}/${regex.flags}`
        if (!found.has(key)) found.set(key, { source: regex.pattern, flags: regex.flags, place })
      }
      const callee = node['callee'] as { name?: string } | undefined
      if (/^(?:New|Call)Expression$/.test(String(node['type'])) && callee?.name === 'RegExp')
        built.push(place)
    })
  }
  return { regexes: [...found.values()], built }
}

function walk(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, see)
  else if (node !== null && typeof node === 'object') {
    see(node as Record<string, unknown>)
    for (const [name, value] of Object.entries(node)) if (name !== 'parent') walk(value, see)
  }
}
