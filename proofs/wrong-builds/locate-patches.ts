import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Edit } from './edits.ts'
import { type StartsIn, type Token, tokensOf } from './tokens.ts'

/**
 * One piece of the server's or the contract's sources and its replacement in a wrong build. It names no file: all of `src`
 * is searched. White space, comments, quotes and commas before a closing bracket do not matter, and names may differ, each
 * consistently. All other tokens must be the same.
 */
export interface Patch {
  /** Must match exactly once. */
  find: string
  /** Names from `find` follow the names in the source. `'exports:name'` is the path of the file that exports it. */
  replace: string
  /** A folder below `src`: decides between places that match equally well. */
  near?: string
}

interface SourceFile {
  text: string
  tokens: Token[]
  fixed: Set<string>
}

/** The files to search, by their path from the root. */
export type Sources = Map<string, SourceFile>

interface Place {
  file: string
  start: number
  end: number
  renamed: Map<string, string>
  changed: number
  startsIn: StartsIn
}

/** The shop's TypeScript that runs without a build. */
export function readSources(root: string): Sources {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(?:test|fixture|d)\.ts$/.test(file),
  )
  return new Map(
    files.map((file) => [file, readSource(readFileSync(path.join(root, file), 'utf8'))] as const),
  )
}

export function readSource(text: string): SourceFile {
  const tokens = tokensOf(text)
  const fixed = new Set(tokens.filter(({ isName }) => !isName).map((token) => token.text))
  return { text, tokens, fixed }
}

/**
 * The edits of the patches, in this order: a later patch is searched for in the result of the earlier ones. Throws when a
 * piece is not found, or matches more than one place equally well.
 */
export function locatePatches(sources: Sources, patches: Patch[], earlier: Edit[] = []): Edit[] {
  const patched = new Map(sources)
  const apply = (edit: Edit) => {
    const { text } = sourceOf(patched, edit.file)
    patched.set(edit.file, readSource(text.slice(0, edit.start) + edit.now + text.slice(edit.end)))
  }
  earlier.forEach(apply)
  return patches.map((patch) => {
    const place = placeOf(patched, patch)
    const { text } = sourceOf(patched, place.file)
    const { file, start, end } = place
    const edit: Edit = {
      file,
      start,
      end,
      was: text.slice(start, end),
      now: rewritten(sources, patch, place),
    }
    apply(edit)
    return edit
  })
}

function sourceOf(sources: Sources, file: string): SourceFile {
  const source = sources.get(file)
  if (!source) throw new Error(`There is no source ${file}`)
  return source
}

/** The place that keeps most names; below half of them, it must be the only match. */
function placeOf(sources: Sources, { find, near }: Patch): Place {
  const places = [...sources].flatMap(([file, source]) =>
    placesIn(source, find).map((place) => ({ file, ...place })),
  )
  const least = Math.min(...places.map(({ changed }) => changed))
  const best = places.filter(({ changed }) => changed === least)
  const nearest = best.length > 1 ? best.filter(({ file }) => file.startsWith(`src/${near}/`)) : best
  const [place] = nearest
  if (!place || nearest.length > 1) throw new Error(`${best.length} places for «${find}»: ${listed(best)}`)
  if (places.length > 1 && place.changed > place.renamed.size / 2)
    throw new Error(`No good place for «${find}», at best ${listed(best)}`)
  return place
}

function listed(places: Place[]): string {
  const some = places.slice(0, 5).map(({ file, start }) => `${file}:${start}`)
  return `${some.join(', ')}${places.length > some.length ? ' …' : ''}`
}

/** The matches of each piece in a source: most sources stay the same between two wrong builds. */
const known = new WeakMap<SourceFile, Map<string, Omit<Place, 'file'>[]>>()

function placesIn(source: SourceFile, find: string): Omit<Place, 'file'>[] {
  const places = known.get(source) ?? new Map<string, Omit<Place, 'file'>[]>()
  known.set(source, places)
  // `${` can start in code and in a template, at the same place.
  const starts: StartsIn[] = find.trimStart().startsWith('${') ? ['code'] : ['code', 'template']
  const found = places.get(find) ?? starts.flatMap((startsIn) => matchesIn(source, find, startsIn))
  places.set(find, found)
  return found
}

/** Each piece is searched for in hundreds of sources. */
const pieces = { code: new Map<string, Token[]>(), template: new Map<string, Token[]>() }

function matchesIn({ tokens, fixed }: SourceFile, find: string, startsIn: StartsIn): Omit<Place, 'file'>[] {
  const piece = pieces[startsIn].get(find) ?? tokensOf(find, startsIn)
  pieces[startsIn].set(find, piece)
  if (!piece.every(({ isName, text }) => isName || text === ',' || fixed.has(text))) return []
  return tokens
    .flatMap((token, from) => (mayBegin(token, piece[0]) ? (matchAt(tokens, from, piece) ?? []) : []))
    .map((match) => ({ startsIn, ...match }))
}

function mayBegin(token: Token, wanted: Token | undefined): boolean {
  if (token.text === ',' || wanted?.text === ',') return true
  return token.isName === wanted?.isName && (token.isName || token.text === wanted.text)
}

function matchAt(
  tokens: Token[],
  from: number,
  piece: Token[],
): Omit<Place, 'file' | 'startsIn'> | undefined {
  const renamed = new Map<string, string>()
  const takenBy = new Map<string, string>()
  let at = from
  let last: Token | undefined
  for (const [n, wanted] of piece.entries()) {
    if (isOptionalComma(tokens, at) && wanted.text !== ',') at += 1
    const token = tokens[at]
    if (wanted.text === ',' && token?.text !== ',' && isCloser(piece[n + 1] ?? token)) continue
    if (!token || token.isName !== wanted.isName) return undefined
    if (wanted.isName) {
      if ((renamed.get(wanted.text) ?? token.text) !== token.text) return undefined
      if ((takenBy.get(token.text) ?? wanted.text) !== wanted.text) return undefined
      renamed.set(wanted.text, token.text)
      takenBy.set(token.text, wanted.text)
    } else if (wanted.text !== token.text) return undefined
    last = token
    at += 1
  }
  const first = tokens[from]
  if (!first || !last) return undefined
  const changed = [...renamed].filter(([name, now]) => name !== now).length
  return { start: first.start, end: last.end, renamed, changed }
}

/** A comma that formatters write only where they break the line. */
function isOptionalComma(tokens: Token[], at: number): boolean {
  return tokens[at]?.text === ',' && isCloser(tokens[at + 1])
}

function isCloser(token: Token | undefined): boolean {
  return token?.text === ')' || token?.text === ']' || token?.text === '}'
}

function rewritten(sources: Sources, { replace }: Patch, { renamed, startsIn }: Place): string {
  let text = ''
  let done = 0
  for (const token of tokensOf(replace, startsIn)) {
    const now = token.isName ? (renamed.get(token.text) ?? token.text) : exporterOf(sources, token.text)
    text += replace.slice(done, token.start) + (now ?? replace.slice(token.start, token.end))
    done = token.end
  }
  return text + replace.slice(done)
}

function exporterOf(sources: Sources, text: string): string | undefined {
  const name = /^'exports:(\w+)'$/.exec(text)?.[1]
  if (name === undefined) return undefined
  const file = [...sources].find(([, source]) =>
    new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm').test(source.text),
  )?.[0]
  if (file === undefined) throw new Error(`Nothing exports ${name}`)
  return `'${pathToFileURL(path.resolve(import.meta.dirname, '../..', file)).href}'`
}
