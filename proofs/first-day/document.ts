import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../test/support/test-environment.ts'

/** The indented blocks below a heading of a document, as they are written there. */
export function blocksOf(document: string, heading: string): string[] {
  const text = readFileSync(path.join(ROOT, document), 'utf8')
  const sections = text.split(/^#+ /m)
  const section = sections.find((each) => each.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${document} has no heading «${heading}»`)
  return [...section.matchAll(/(?:^ {4}.*\n?(?:^\n(?= {4}))?)+/gm)].map(([block]) =>
    block.replaceAll(/^ {4}/gm, '').trim(),
  )
}

/** The first typed line of a document with these words. */
export function lineOf(document: string, words: string): string {
  const text = readFileSync(path.join(ROOT, document), 'utf8')
  const line = text.split('\n').find((each) => each.startsWith('    ') && each.includes(words))
  if (line === undefined) throw new Error(`${document} types no «${words}»`)
  return line.trim()
}

/** The lines that an operator types for a block. */
export function linesOf(block: string): string[] {
  return block.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

/** A block of settings, not of commands. */
export function isSettings(block: string): boolean {
  return linesOf(block).every((line) => /^[A-Z][A-Z0-9_]*=\S*/.test(line) && !line.includes('$('))
}
