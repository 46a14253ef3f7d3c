export interface Token {
  /** Names in code may be renamed; everything else (keywords, punctuation, literals, words inside a template) is fixed. */
  isName: boolean
  /** As written; strings with normalised quotes. */
  text: string
  start: number
  end: number
}

/** Where a fragment starts: in code, or inside the text of a template literal (SQL). */
export type StartsIn = 'code' | 'template'

const KEYWORDS = new Set(
  'as async await break case catch class const continue default delete do else export extends false finally for function if implements import in instanceof interface let new null of return satisfies static super switch this throw true try type typeof undefined var void while yield'.split(
    ' ',
  ),
)
const SPACE = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y
const REGEX = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const TEMPLATE_SPACE = /\s+/y
const TEMPLATE_PIECE = /\\[\s\S]|(?:(?!\$\{)[\p{L}\p{N}_$])+|[\s\S]/uy

/**
 * The tokens of TypeScript without JSX, or of a fragment of it, without white space and comments. Punctuation is one token a
 * character, so a fragment may start or end anywhere.
 */
export function tokensOf(source: string, startsIn: StartsIn = 'code'): Token[] {
  const tokens: Token[] = []
  // One entry for each open template literal: the depth of braces of the expression being read in it.
  const templates: { braces: number | undefined }[] = startsIn === 'template' ? [{ braces: undefined }] : []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0]
  }
  const add = (text: string, isName = false, written = text) => {
    tokens.push({ isName, text: written, start: at, end: at + text.length })
    at += text.length
  }
  while (at < source.length) {
    const template = templates.at(-1)
    const isText = template !== undefined && template.braces === undefined
    const space = take(isText ? TEMPLATE_SPACE : SPACE)
    if (space) at += space.length
    else if (source.startsWith('${', at)) {
      if (template) template.braces = 0
      add('${')
    } else if (source[at] === '`') {
      if (isText) templates.pop()
      else templates.push({ braces: undefined })
      add('`')
    } else if (isText) add(take(TEMPLATE_PIECE) ?? '')
    else addCode(template)
  }
  return tokens

  function addCode(template: { braces: number | undefined } | undefined): void {
    const name = take(NAME)
    if (name !== undefined) return add(name, !KEYWORDS.has(name))
    const string = take(STRING)
    if (string !== undefined)
      return add(string, false, `'${string.slice(1, -1).replaceAll(/\\(['"])/g, '$1')}'`)
    const literal = take(NUMBER) ?? (mayBeRegex(tokens.at(-1)) ? take(REGEX) : undefined)
    if (literal !== undefined) return add(literal)
    const sign = source[at] ?? ''
    if (template?.braces !== undefined) {
      if (sign === '{') template.braces += 1
      else if (sign === '}' && template.braces === 0) template.braces = undefined
      else if (sign === '}') template.braces -= 1
    }
    return add(sign)
  }
}

/** After a value, a slash is a division. */
function mayBeRegex(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.isName || /^[\d'`)\]}]/.test(before.text)) return false
  return !['this', 'super', 'null', 'true', 'false', 'undefined'].includes(before.text)
}
