/**
 * Parses page texts, a subset of Markdown: headings (#), lists (-, 1.), **strong**, *emphasis* and [links](/path) to
 * the shop or https. Everything else, HTML too, is plain text. Linear time.
 */
export interface Run {
  text: string
  strong?: boolean | undefined
  em?: boolean | undefined
  /** A path of the shop or an https address. */
  href?: string | undefined
}

type BlockKind = 'heading' | 'subheading' | 'paragraph' | 'list' | 'numbers'

/** A heading or paragraph has one line, a list one for each item. */
export interface Block {
  kind: BlockKind
  lines: Run[][]
}

export function parsePageText(body: string): Block[] {
  const blocks: { kind: BlockKind; lines: string[] }[] = []
  let isOpen = false
  for (const line of body.split('\n').map((each) => each.trim())) {
    const { kind, text } = readLine(line)
    const last = isOpen ? blocks.at(-1) : undefined
    isOpen = line !== ''
    if (line === '') continue
    if (kind === 'paragraph' && last && last.kind !== 'heading' && last.kind !== 'subheading')
      last.lines.push(`${last.lines.pop() ?? ''}\n${text}`)
    else if (last?.kind === kind && (kind === 'list' || kind === 'numbers')) last.lines.push(text)
    else blocks.push({ kind, lines: [text] })
  }
  return blocks.map(({ kind, lines }) => ({ kind, lines: lines.map((line) => runsOf(line)) }))
}

const MARKS: [kind: BlockKind, mark: RegExp][] = [
  ['subheading', /^#{3,6}\s+/],
  ['heading', /^#{1,2}\s+/],
  ['list', /^[-*+]\s+/],
  ['numbers', /^\d{1,3}[.)]\s+/],
]

function readLine(line: string): { kind: BlockKind; text: string } {
  for (const [kind, mark] of MARKS) {
    const found = mark.exec(line)
    if (found) return { kind, text: line.slice(found[0].length) }
  }
  return { kind: 'paragraph', text: line }
}

/** Each part ends before the character that begins the next one, so the text is read once. */
const PARTS =
  /\\(?<escaped>[*_[\]()#\\-])|\*\*(?<strong>[^*]{1,500})\*\*|\*(?<star>[^*\s][^*]{0,500})\*|(?<![\p{L}\p{N}])_(?<line>[^_\s][^_]{0,500})_(?![\p{L}\p{N}])|\[(?<label>[^[\]]{1,300})\]\((?<href>[^()\s]{1,500})\)/gu

function runsOf(text: string, style: Omit<Run, 'text'> = {}): Run[] {
  const runs: Run[] = []
  const add = (run: Run) => {
    const last = runs.at(-1)
    const isSame = last && last.strong === run.strong && last.em === run.em && last.href === run.href
    if (isSame) last.text += run.text
    else if (run.text !== '') runs.push(run)
  }
  let end = 0
  for (const found of text.matchAll(PARTS)) {
    add({ ...style, text: text.slice(end, found.index) })
    for (const run of runsOfPart(found, style)) add(run)
    end = found.index + found[0].length
  }
  add({ ...style, text: text.slice(end) })
  return runs
}

/** Nested parts, such as a strong link. */
function runsOfPart({ 0: whole, groups = {} }: RegExpExecArray, style: Omit<Run, 'text'>): Run[] {
  const { escaped, strong, star, line, label, href } = groups
  if (escaped !== undefined) return [{ ...style, text: escaped }]
  if (strong !== undefined) return runsOf(strong, { ...style, strong: true })
  const em = star ?? line
  if (em !== undefined) return runsOf(em, { ...style, em: true })
  if (label === undefined || href === undefined || !isFollowed(href)) return [{ ...style, text: whole }]
  return [{ ...style, text: label, href }]
}

/** Links lead to pages of the shop or to https. */
function isFollowed(href: string): boolean {
  if (/^\/(?![/\\])[^\\]*$/.test(href)) return true
  return /^https:\/\/[^\\]+$/i.test(href) && URL.canParse(href)
}
