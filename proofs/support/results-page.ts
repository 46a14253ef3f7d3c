import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './places.ts'

/** A line of the table in docs/proofs.md; what is undefined stays as it is there. */
export interface Line {
  id: string
  what?: string
  tries?: string
  figure?: string
  pass?: string
  broken?: string
  date?: string
  machine?: string
}

const PAGE = path.join(ROOT, 'docs/proofs.md')
const BEGIN = '<!-- The table is written by `npm run prove -- --write`. -->'
const COLUMNS = ['id', 'what', 'tries', 'figure', 'pass', 'broken', 'date', 'machine'] as const
const LONGEST_FAILURE = 200
const HEADINGS = ['', 'what', 'tries', 'figure', 'holds', 'wrong builds that failed', 'day', 'machine']

/** Puts the lines into the table, by their ids, and leaves the others and all text around it. */
export function writeResults(lines: Line[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [text = '', rest = ''] = page.split(BEGIN)
  const known = new Map(readLines(rest).map((line) => [line.id, line]))
  for (const line of lines) known.set(line.id, { ...known.get(line.id), ...line })
  const all = [...known.values()].toSorted((a, b) => a.id.localeCompare(b.id))
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const table = [
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...all.map((line) => row(COLUMNS.map((column) => escaped(line[column] ?? '', column)))),
  ]
  writeFileSync(PAGE, `${text}${BEGIN}\n\n${table.join('\n')}\n`)
}

function readLines(text: string): Line[] {
  const rows = text.split('\n').filter((line) => /^\| [A-Z]\d/.test(line))
  return rows.map((row) => {
    const cells = row.split(/(?<!\\)\|/).slice(1, -1)
    const values = COLUMNS.map((column, index) => [
      column,
      (cells[index] ?? '').trim().replaceAll(String.raw`\|`, '|'),
    ])
    return Object.fromEntries(values) as Line // safe: a row begins with its id
  })
}

function escaped(text: string, column: (typeof COLUMNS)[number]): string {
  const line = text.replaceAll(/\s+/g, ' ')
  // Failures can quote whole pages; the run has said them in full.
  const isCut = column === 'pass' && line.length > LONGEST_FAILURE
  return (isCut ? `${line.slice(0, LONGEST_FAILURE)}…` : line).replaceAll('|', String.raw`\|`)
}
