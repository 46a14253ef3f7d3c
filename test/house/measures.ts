import { isProduct, isScript, linesOf, type Node, parse, type Source, walk } from './sources.ts'

/** What `npm run house` counts; each function returns a list, so that the items can be printed. */

export interface FunctionLength {
  file: string
  name: string
  lines: number
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Functions of product code, longest first; nested functions count by themselves. */
export function functionLengths(sources: Source[]): FunctionLength[] {
  return sources
    .filter((source) => isProduct(source) && isScript(source))
    .flatMap((source) => {
      const found: FunctionLength[] = []
      walk(parse(source), (node, around) => {
        if (!FUNCTIONS.has(node.type)) return
        found.push({ file: source.file, name: nameOf(node, around), lines: linesOf(source, node) })
      })
      return found
    })
    .toSorted((one, other) => other.lines - one.lines)
}

function nameOf(node: Node, around: Node[]): string {
  const own = (node['id'] as { name?: string } | null)?.name
  const holder = around.at(-1)
  const held = (holder?.['id'] ?? holder?.['key']) as { name?: string } | undefined
  return own ?? held?.name ?? 'anonymous'
}

/** The same words for two different things, which may change independently. */
const COINCIDENCES = new Set([
  // A link in a mail and a link on a screen.
  'Abrir el pedido',
  'Ver el pedido',
  // The subject of a mail and the label of a field.
  'Código de verificación',
  // The subject of an activity entry, and what the panel calls a kind of entry or a field.
  'Inicio de sesión',
  'Email verificado',
  // A noun before a number.
  'Pedido #',
  'Reclamo #',
])

/** Texts for people (a capital or a sign first, and a space) that are in the web and in the contract or server too. */
export function textsWrittenTwice(sources: Source[]): string[] {
  const [web, others] = [new Set<string>(), new Set<string>()]
  for (const source of sources.filter((each) => isProduct(each) && isScript(each))) {
    const side = source.file.startsWith('src/web/') ? web : others
    for (const text of textsIn(source)) side.add(text)
  }
  return [...web].filter((text) => others.has(text) && !COINCIDENCES.has(text)).toSorted()
}

function textsIn(source: Source): string[] {
  const found: string[] = []
  walk(parse(source), (node) => {
    const value =
      node.type === 'Literal' || node.type === 'JSXText'
        ? node['value']
        : node.type === 'TemplateElement'
          ? (node['value'] as { cooked?: string }).cooked
          : undefined
    const text = typeof value === 'string' ? value.trim().replaceAll(/\s+/g, ' ') : ''
    if (/^[A-ZÁÉÍÓÚÑ¿¡]/.test(text) && text.includes(' ')) found.push(text)
  })
  return found
}

/** Window widths in media queries of the sheets. */
export function mediaWidths(sources: Source[]): string[] {
  const widths = new Set<string>()
  for (const { text } of sheets(sources)) {
    for (const [condition] of text.matchAll(/@media[^{]*\{/g))
      for (const [, width = ''] of condition.matchAll(/width\s*(?::|[<>]=?)\s*([\d.]+(?:px|rem|em))/g))
        widths.add(width)
  }
  return [...widths].toSorted((one, other) => Number.parseFloat(one) - Number.parseFloat(other))
}

/** Widths in container queries that are none of the window's. */
export function containerWidths(sources: Source[]): string[] {
  const widths = new Set<string>()
  for (const { text } of sheets(sources))
    for (const [condition] of text.matchAll(/@container[^{]*\{/g))
      for (const [width] of condition.matchAll(/[\d.]+(?:px|r?em)/g)) widths.add(width)
  return [...widths]
    .filter((width) => !mediaWidths(sources).includes(width))
    .toSorted((one, other) => Number.parseFloat(one) - Number.parseFloat(other))
}

/** May stand where a token must: points are for paper, and `cqi` holds a size within its container. */
const BESIDE_TOKENS = /var\(--[\w-]+\)|[\d.]+(?:pt|cqi)\b|(?<![\d.])0(?![\d.])/g

/** Sizes, weights and lines of text, and layers, that a sheet writes instead of using a token. */
export function strayType(sources: Source[]): string[] {
  return sheets(sources)
    .filter(({ file }) => !/\/(?:tokens|fonts)\.css$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*(?:font|font-size|font-weight|line-height|z-index):([^;]+);/gm)]
        .filter(([, value = '']) => /\d|\bbold|\blarge|\bsmall/.test(value.replaceAll(BESIDE_TOKENS, '')))
        .map(
          ({ 0: declaration, index }) =>
            `${file}:${text.slice(0, index).split('\n').length} ${declaration.trim()}`,
        ),
    )
}

/** Colours that a sheet writes instead of using a token. */
export function strayColours(sources: Source[]): string[] {
  return sheets(sources)
    .filter(({ file }) => !file.endsWith('/tokens.css'))
    .flatMap(({ file, text }) => {
      const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
      return [...code.matchAll(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\((?!from )/gi)]
        .filter(({ index }) => !/^[^{}]*\{/.test(code.slice(index)))
        .map(({ 0: colour, index }) => `${file}:${code.slice(0, index).split('\n').length} ${colour}`)
    })
}

function sheets(sources: Source[]): Source[] {
  return sources.filter(({ file }) => file.startsWith('src/') && file.endsWith('.css'))
}

/** Modules of the web with their own set of listeners. */
export function listenerStores(sources: Source[]): string[] {
  return web(sources)
    .filter(({ text }) => /new Set<\(\) => void>\(\)/.test(text))
    .map(({ file }) => file)
}

/** Modules of the web that use browser storage or cookies. */
export function storageUsers(sources: Source[]): string[] {
  return web(sources)
    .filter(({ text }) => /\b(?:local|session)Storage\b[.)]|document\.cookie\s*[=.]/.test(text))
    .map(({ file }) => file)
}

/** Modules of the web with their own merge of edits and concurrent saves. */
export function mergeImplementations(sources: Source[]): string[] {
  return web(sources)
    .filter(({ text }) => /\bsetMerge\b|^(?:export )?function merge[A-Z]\w*\(/m.test(text))
    .map(({ file }) => file)
}

function web(sources: Source[]): Source[] {
  return sources.filter(
    (source) => isProduct(source) && isScript(source) && source.file.startsWith('src/web/'),
  )
}

/** Pairs of places that share `least` lines or more, not counting blank lines and lines without a word. */
export function repeatedLines(sources: Source[], least = 8): string[] {
  const seen = new Map<string, string>()
  const found = new Set<string>()
  for (const { file, text } of sources.filter((source) => isProduct(source))) {
    const lines = text
      .split('\n')
      .map((line, at) => ({ at: at + 1, line: line.trim() }))
      .filter(({ line }) => /\w/.test(line) && !line.startsWith('import ') && !/^(?:\*|\/[/*])/.test(line))
    for (let from = 0; from + least <= lines.length; from++) {
      const piece = lines.slice(from, from + least)
      const key = piece.map(({ line }) => line).join('\n')
      const here = `${file}:${piece[0]?.at}`
      const there = seen.get(key)
      if (there === undefined) seen.set(key, here)
      else found.add(`${there.split(':', 1)[0]} ~ ${file}`)
    }
  }
  return [...found].toSorted()
}
