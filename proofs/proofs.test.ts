import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Proof } from './support/proof.ts'
import { readPage, resultsIn, sectionOf } from './support/results-page.ts'
import { type Edit, edited } from './wrong-builds/edits.ts'
import { locatePatches, readSource, readSources, type Sources } from './wrong-builds/locate-patches.ts'
import { undeclaredNames } from './wrong-builds/undeclared-names.ts'

const folder = path.resolve('proofs/claims')
const { sections } = readPage(readFileSync('proofs/results.md', 'utf8'))
const files = readdirSync(folder).filter((name) => /^[a-z]\d+-.+\.ts$/.test(name))
const sources = readSources(path.resolve())

/** Proofs take minutes; this notices at once when a change of the shop breaks one. */
describe.each(files)('proofs/claims/%s', async (name) => {
  const { proof } = (await import(path.join(folder, name))) as { proof: Proof }
  const builds = [proof.patches ?? [], ...proof.broken.map(({ patches = [] }) => patches)]

  it('has the id of its file name, and a wrong build to detect', () => {
    expect(proof.id.toLowerCase()).toBe(name.split('-', 1)[0])
    expect(proof.broken.length).toBeGreaterThan(0)
    expect(new Set(proof.broken.map((broken) => broken.name)).size).toBe(proof.broken.length)
  })

  it('finds each piece that its wrong builds replace exactly once, with every name they need', () => {
    for (const patches of builds) expectWhole(locatePatches(sources, patches), sources)
  })

  it('finds the pieces after a rename, a move or a reformat of the source', () => {
    for (const patches of builds) {
      const edits = locatePatches(sources, patches)
      for (const file of new Set(edits.map((edit) => edit.file))) {
        const text = textOf(sources, file)
        const names = new Set(edits.filter((edit) => edit.file === file).flatMap((edit) => namesIn(edit)))
        const others: [string, string][] = [
          ['src/server/moved/elsewhere.ts', text],
          [file, text.replaceAll(/\n */g, '\n\n\t')],
          ...[...names].map((name): [string, string] => [file, renamed(file, name)]),
        ]
        for (const [n, [now, other]] of others.entries()) {
          const changed = new Map(sources)
          changed.delete(file)
          changed.set(now, readSource(other))
          const found = locatePatches(changed, patches)
          expect(found.map(plain)).toEqual(
            edits.map((edit) => plain({ ...edit, file: edit.file === file ? now : edit.file })),
          )
          // Parsing takes longest, so not for every name.
          if (n < 4) expectWhole(found, changed)
        }
      }
    }
  })

  it('matches its section of proofs/results.md, where the last run noticed all its wrong builds', () => {
    const section = sections.get(proof.id) ?? ''
    const results = resultsIn(section)
    expect(section).toBe(sectionOf(proof, results))
    const [count, names] = [proof.broken.length, proof.broken.map(({ name }) => name).join(', ')]
    expect(results.wrongBuilds?.replace(/ \(.+?\)/, '')).toBe(`${count} of ${count} noticed: ${names}`)
  })
})

function textOf(from: Sources, file: string): string {
  return from.get(file)?.text ?? ''
}

/** The patched files can be parsed, and have every name that the replacements use. */
function expectWhole(edits: Edit[], from: Sources): void {
  for (const [n, edit] of edits.entries()) {
    const source = edited(edit.file, textOf(from, edit.file), edits.slice(0, n + 1))
    const lost = undeclaredNames(edit.file, source, edit.start, edit.start + edit.now.length)
    expect({ edit, lost }).toEqual({ edit, lost: [] })
  }
}

/** Names of the shop in the piece, without those of the language and Kysely's `sql`. */
function namesIn({ file, start, end }: Edit): string[] {
  const tokens = sources.get(file)?.tokens ?? []
  return tokens
    .filter((token) => token.isName && token.start >= start && token.end <= end)
    .map(({ text }) => text)
    .filter((name) => !(name in globalThis) && name !== 'sql')
}

const RENAMED = 'Renamed'

function renamed(file: string, name: string): string {
  const places = sources.get(file)?.tokens.filter(({ isName, text }) => isName && text === name) ?? []
  return places.reduceRight(
    (text, { end }) => text.slice(0, end) + RENAMED + text.slice(end),
    textOf(sources, file),
  )
}

function plain({ file, was }: Edit): string {
  return `${file} ${was.replaceAll(RENAMED, '').replaceAll(/\s/g, '')}`
}
