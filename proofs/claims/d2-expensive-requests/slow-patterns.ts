import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Failures, ProofContext } from '../../support/proof.ts'
import type { Regex } from './regexes.ts'

export const RECHECK = 'recheck@4.5.0'
/** Longest input of a pattern: all headers of a request, and the longest text that a page shows. */
const LONGEST = { server: 16_384, web: 5_000 }
/** Patterns whose input is cut to this length first. */
const CUT_TO: Record<string, number> = {
  'src/web/admin/brands/brand-words.ts': 100,
  'src/web/storefront/product/cut-description.ts': 300,
}
export const WITHIN_MS = 50

interface Found {
  status: 'safe' | 'vulnerable' | 'unknown'
  complexity?: { summary: string }
  error?: { kind: string }
  attack?: { pumps: { prefix: string; pump: string }[]; suffix: string }
}

/** Settings of the operator, who could stop the shop anyway. */
const OPERATORS = ['src/server/config.ts']

/** Returns the number of patterns that recheck suspects; those that are slow here on possible input are failures. */
export async function checkAll(context: ProofContext, regexes: Regex[], failures: Failures): Promise<number> {
  const folder = path.join(context.folder, 'recheck')
  const npm = ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, RECHECK]
  await promisify(execFile)('npm', npm, { cwd: context.folder })
  const { checkSync } = createRequire(path.join(folder, 'x.js'))('recheck') as {
    checkSync: (source: string, flags: string, options: { timeout: number }) => Found
  }
  let suspicious = 0
  for (const regex of regexes) {
    const found = checkSync(regex.source, regex.flags, { timeout: 20_000 })
    if (found.status === 'safe') continue
    if (found.status === 'unknown')
      failures.add('a pattern that could not be judged', `${regex.place} ${found.error?.kind}`)
    if (OPERATORS.some((file) => regex.place.startsWith(file))) continue
    suspicious += 1
    const ms = slowestOf(regex, found)
    context.say(`${regex.place} ${found.complexity?.summary}: ${ms.toFixed(1)} ms`)
    if (ms > WITHIN_MS)
      failures.add(
        'a slow pattern',
        `${regex.place} /${regex.source}/ ${found.complexity?.summary}: ${Math.round(ms)} ms`,
      )
  }
  return suspicious
}

/** Runs recheck's attack text at its longest; the best of three, because other programs run too. */
function slowestOf({ source, flags, place }: Regex, { attack, complexity }: Found): number {
  if (!attack) return Number.POSITIVE_INFINITY
  // It would never finish.
  if (complexity?.summary.includes('exponential')) return Number.POSITIVE_INFINITY
  const file = place.split(':', 1)[0] ?? ''
  const longest = CUT_TO[file] ?? (file.startsWith('src/web/') ? LONGEST.web : LONGEST.server)
  const fixed = attack.pumps.map(({ prefix }) => prefix).join('').length + attack.suffix.length
  const pumped = attack.pumps.map(({ pump }) => pump).join('').length || 1
  const repeats = Math.max(1, Math.floor((longest - fixed) / pumped))
  const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(repeats)).join('') + attack.suffix
  const pattern = new RegExp(source, flags)
  const times = [1, 2, 3].map(() => {
    pattern.lastIndex = 0
    const began = performance.now()
    text.replace(pattern, '')
    return performance.now() - began
  })
  return Math.min(...times)
}
