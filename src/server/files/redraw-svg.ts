/**
 * Sanitizes an SVG: rebuilds it from an allowlist of shapes and attributes that cannot load or run anything or
 * exhaust memory. Drops what is not drawn (titles, comments, editor data); refuses everything else with a Spanish
 * sentence.
 */
export class SvgRefused extends Error {}

export interface Drawing {
  svg: string
  width: number
  height: number
}

const SHAPES = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath'.split(
    ' ',
  ),
)
/** Dropped with their content, like elements of other namespaces (`inkscape:…`). */
const LEFT_OUT = new Set(['title', 'desc', 'metadata'])
const NUMBERS =
  'x y x1 x2 y1 y2 cx cy r rx ry fx fy width height offset opacity fill-opacity stroke-opacity stop-opacity stroke-width stroke-miterlimit stroke-dashoffset'
const WORDS =
  'fill-rule clip-rule stroke-linecap stroke-linejoin gradientUnits clipPathUnits spreadMethod preserveAspectRatio'
const PAINTS = new Set(['fill', 'stroke', 'stop-color', 'color'])
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?(?:px|%)?$/i
const PAINT =
  /^(?:none|currentColor|transparent|inherit|[a-zA-Z]{3,25}|#[0-9a-fA-F]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\)|url\(["']?#[\w-]{1,60}["']?\))$/
const RULES: Record<string, RegExp> = {
  ...Object.fromEntries(NUMBERS.split(' ').map((name) => [name, NUMBER])),
  ...Object.fromEntries(WORDS.split(' ').map((name) => [name, /^[a-zA-Z ]{1,40}$/])),
  ...Object.fromEntries([...PAINTS].map((name) => [name, PAINT])),
  d: /^[\sMmZzLlHhVvCcSsQqTtAa\d.,eE+-]*$/,
  points: /^[\s\d.,eE+-]*$/,
  viewBox: /^[\s\d.,eE+-]{1,80}$/,
  'stroke-dasharray': /^(?:none|[\s\d.,]{1,200})$/,
  transform: /^[\s\d.,eE+()a-zA-Z-]{0,400}$/,
  gradientTransform: /^[\s\d.,eE+()a-zA-Z-]{0,400}$/,
  'clip-path': /^(?:none|url\(["']?#[\w-]{1,60}["']?\))$/,
  id: /^[\w-]{1,60}$/,
}
const MOST = { bytes: 200_000, elements: 2_500, depth: 30 }
const PLAIN = 'Subí un SVG de formas y colores, o un PNG.'
const TOKEN =
  /<!--[^]*?-->|<\?xml\s[^<>]*\?>|<!DOCTYPE[^<>[\]]*>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** Throws SvgRefused with a Spanish sentence. */
export function redrawSvg(text: string): Drawing {
  if (text.length > MOST.bytes) throw new SvgRefused('El SVG es demasiado grande: hasta 200 KB. ' + PLAIN)
  const out = new Redrawing()
  TOKEN.lastIndex = 0
  const source = text.replace(/^\uFEFF/, '').trim()
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(source)
    if (!token) throw new SvgRefused(unreadable(source.slice(at, at + 40)))
    const [, end, name, attributes = '', empty, words] = token
    if (words !== undefined) out.text(words)
    else if (name !== undefined) out.tag({ name, isEnd: end === '/', isEmpty: empty === '/', attributes })
  }
  return out.done()
}

function unreadable(start: string): string {
  if (/^<!DOCTYPE|^<!ENTITY/i.test(start)) return `El SVG define entidades. ${PLAIN}`
  return `El SVG no se puede leer. ${PLAIN}`
}

interface Tag {
  name: string
  isEnd: boolean
  isEmpty: boolean
  attributes: string
}

class Redrawing {
  #parts: string[] = []
  #open: string[] = []
  /** Depth within a dropped element. */
  #hidden = 0
  #elements = 0
  #root: Record<string, string> | undefined
  #isOver = false

  tag(tag: Tag): void {
    if (this.#isOver) throw new SvgRefused(`El SVG no se puede leer. ${PLAIN}`)
    if (tag.isEnd) return this.#end(tag.name)
    if (++this.#elements > MOST.elements || this.#open.length >= MOST.depth)
      throw new SvgRefused(`El SVG tiene demasiadas partes. ${PLAIN}`)
    const isHidden = this.#hidden > 0 || LEFT_OUT.has(tag.name) || tag.name.includes(':')
    if (!isHidden && !SHAPES.has(tag.name)) throw new SvgRefused(refusalOf(tag.name))
    if (!isHidden) this.#draw(tag)
    if (tag.isEmpty) return
    this.#open.push(tag.name)
    if (isHidden) this.#hidden += 1
  }

  text(words: string): void {
    if (this.#hidden === 0 && words.trim() !== '') throw new SvgRefused(`El SVG tiene texto suelto. ${PLAIN}`)
  }

  done(): Drawing {
    if (!this.#root || this.#open.length > 0) throw new SvgRefused(`El SVG no se puede leer. ${PLAIN}`)
    const { width, height } = sizeOf(this.#root)
    return { svg: this.#parts.join(''), width, height }
  }

  #draw({ name, isEmpty, attributes }: Tag): void {
    const own = attributesOf(attributes)
    if (this.#open.length === 0) {
      if (name !== 'svg') throw new SvgRefused(`El archivo no es un SVG. ${PLAIN}`)
      this.#root = own
      const { x, y, width, height } = sizeOf(own)
      const { id: _, x: __, y: ___, width: ____, height: _____, viewBox: ______, ...rest } = own
      this.#parts.push(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}"${written(rest)}>`,
      )
      if (isEmpty) this.#close('svg')
      return
    }
    if (name === 'svg') throw new SvgRefused(`El SVG tiene otro adentro. ${PLAIN}`)
    this.#parts.push(`<${name}${written(own)}${isEmpty ? '/' : ''}>`)
  }

  #end(name: string): void {
    if (this.#open.pop() !== name) throw new SvgRefused(`El SVG no se puede leer. ${PLAIN}`)
    if (this.#hidden > 0) this.#hidden -= 1
    else this.#close(name)
  }

  #close(name: string): void {
    this.#parts.push(`</${name}>`)
    if (name === 'svg') this.#isOver = true
  }
}

function refusalOf(name: string): string {
  if (name === 'text' || name === 'tspan') return 'El SVG tiene letras: convertilas en curvas, o subí un PNG.'
  if (name === 'style')
    return 'El SVG tiene una hoja de estilos: exportalo con atributos de presentación, o subí un PNG.'
  return `El SVG tiene «${name.slice(0, 30)}», que acá no se usa. ${PLAIN}`
}

/** Drawing attributes. URLs, event handlers and unknown attributes are refused; editor data is dropped. */
function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? '').trim()
    if (name === 'style') Object.assign(found, declarationsOf(value))
    else if (/^on/i.test(name))
      throw new SvgRefused(`El SVG tiene un programa («${name.slice(0, 20)}»). ${PLAIN}`)
    else if (/href$/i.test(name)) throw new SvgRefused(`El SVG apunta a otra dirección. ${PLAIN}`)
    else add(found, name, value)
  }
  return found
}

/** Inline styles, which drawing programs write. */
function declarationsOf(style: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon > 0) add(found, declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
  }
  return found
}

function add(found: Record<string, string>, name: string, value: string): void {
  if (/url\(\s*(?!["']?#)/i.test(value)) throw new SvgRefused(`El SVG apunta a otra dirección. ${PLAIN}`)
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  if (rule?.test(value)) found[name] = value
  else if (value.includes('&')) throw new SvgRefused(`El SVG usa entidades. ${PLAIN}`)
}

function written(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', "'")}"`)
    .join('')
}

function sizeOf(root: Record<string, string>): { x: number; y: number; width: number; height: number } {
  const box = root['viewBox']?.split(/[\s,]+/).map(Number)
  const [x = 0, y = 0, width = 0, height = 0] = box ?? [0, 0, length(root['width']), length(root['height'])]
  const isDrawable = [x, y, width, height].every(Number.isFinite) && width > 0 && height > 0
  if (!isDrawable || width > 100_000 || height > 100_000)
    throw new SvgRefused(`El SVG no dice su tamaño. ${PLAIN}`)
  return { x, y, width, height }
}

function length(text = ''): number {
  return text.endsWith('%') ? Number.NaN : Number.parseFloat(text)
}
