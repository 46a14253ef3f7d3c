import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../test/support/test-environment.ts'
import type { Proof } from './proof.ts'

/** The results of a proof in proofs/results.md; what a run does not report stays unchanged there. */
export interface Results {
  /** `holds`, or what does not. */
  result?: string
  tried?: string
  /** Several are separated by `; `. */
  figures?: string
  /** `2 of 2 noticed (2026-11-22): no-guard, no-keys`. */
  wrongBuilds?: string
  lastRun?: string
}

const PAGE = path.join(ROOT, 'proofs/results.md')
const LABELS: Record<keyof Results, string> = {
  result: 'Result',
  tried: 'Tried',
  figures: 'Figures',
  wrongBuilds: 'Wrong builds',
  lastRun: 'Last run',
}
const LONGEST_FAILURE = 200

/** Writes the section of a proof and the table of all; text before that table stays. */
export function writeResults(proof: Proof, results: Results): void {
  const { introduction, sections } = readPage(readFileSync(PAGE, 'utf8'))
  sections.set(proof.id, sectionOf(proof, { ...resultsIn(sections.get(proof.id) ?? ''), ...results }))
  const all = [...sections].toSorted(([a], [b]) => a.localeCompare(b)).map(([, section]) => section)
  writeFileSync(PAGE, [introduction, tableOf(all), ...all].join('\n\n').concat('\n'))
}

/** The wrong builds that the page lists, and the first day of those runs. */
export function noticedBefore({ id }: Proof): { names: string[]; day: string } {
  const { wrongBuilds = '' } = resultsIn(readPage(readFileSync(PAGE, 'utf8')).sections.get(id) ?? '')
  const [, day = '', names = ''] = /\(([\d-]+)[^)]*\): (.+)$/.exec(wrongBuilds) ?? []
  return { names: names.split(', '), day }
}

/** The page in its parts, sections by the id of their proof. */
export function readPage(page: string): { introduction: string; sections: Map<string, string> } {
  const [first = '', ...rest] = page.split(/\n(?=## [A-Z]\d )/)
  const introduction = first.split(/\n(?=\| )/, 1)[0] ?? ''
  return {
    introduction: introduction.trim(),
    sections: new Map(rest.map((section) => [section.slice(3, 5), section.trim()])),
  }
}

export function sectionOf({ id, title, claim, how, oneTry, note }: Proof, results: Results): string {
  const { result = '', figures = '' } = results
  // Failures can quote whole pages; the run has printed them in full.
  const short = result.length > LONGEST_FAILURE ? `${result.slice(0, LONGEST_FAILURE)}…` : result
  const inLine = ([key, value = '']: [string, string | undefined]) => [key, value && ` ${value}`]
  const values: Results = {
    ...Object.fromEntries(Object.entries({ ...results, result: short }).map(inLine)),
    figures: listed(figures),
  }
  const lines = Object.entries(LABELS).map(
    ([key, label]) => `- ${label}:${values[key as keyof Results] ?? ''}`,
  )
  return [
    `## ${id} ${title}`,
    '',
    claim,
    '',
    `- How: ${how} One try is ${oneTry}.`,
    ...lines,
    ...(note === undefined ? [] : [`- Note: ${note}`]),
  ].join('\n')
}

/** Many figures become a list. */
function listed(figures: string): string {
  const parts = figures.split('; ')
  return parts.length < 3 ? ` ${figures}` : parts.map((part) => `\n  - ${part}`).join('')
}

export function resultsIn(section: string): Results {
  const found = Object.entries(LABELS).map(([key, label]) => {
    const text = new RegExp(`^- ${label}:((?:.|\\n  - )*)$`, 'm').exec(section)?.[1] ?? ''
    return [key, text.trim().replace(/^- /, '').replaceAll('\n  - ', '; ')]
  })
  return Object.fromEntries(found) as Results
}

/** A row for each proof. */
function tableOf(sections: string[]): string {
  const rows = sections.map((section) => {
    const [heading = '', , claim = ''] = section.split('\n')
    const { result = '', lastRun = '' } = resultsIn(section)
    return [heading.slice(3), claim, result === 'holds' ? 'holds' : 'DOES NOT HOLD', lastRun.slice(0, 10)]
  })
  return [['', 'claim', 'result', 'day'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
}
