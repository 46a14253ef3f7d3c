/** Text as outlines: the pictures look the same whatever fonts a machine has. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import wawoff2 from 'wawoff2'
import { n } from './svg.ts'

const files = {
  archivo: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  faustina: '@fontsource-variable/faustina/files/faustina-latin-wght-italic.woff2',
  mono: '@fontsource-variable/chivo-mono/files/chivo-mono-latin-wght-normal.woff2',
} as const

export type Family = keyof typeof files

/** The uncompressed font file: fontkit cannot vary a compressed one. */
export async function readFont(family: Family): Promise<Buffer> {
  return Buffer.from(
    await wawoff2.decompress(readFileSync(fileURLToPath(import.meta.resolve(files[family])))),
  )
}

const fonts: Record<Family, fontkit.Font> = {
  archivo: fontkit.create(await readFont('archivo')),
  faustina: fontkit.create(await readFont('faustina')),
  mono: fontkit.create(await readFont('mono')),
}

const cuts = new Map<string, fontkit.Font>()

export function fontCut(family: Family, weight: number, width?: number): fontkit.Font {
  const key = `${family} ${weight} ${width}`
  const known = cuts.get(key)
  if (known) return known
  const cut = fonts[family].getVariation(
    width === undefined ? { wght: weight } : { wght: weight, wdth: width },
  )
  cuts.set(key, cut)
  return cut
}

interface TextStyle {
  font: fontkit.Font
  size: number
  x: number
  y: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  tracking?: number
  /** Longer text is set smaller, never cut. */
  maxWidth?: number
}

export const display = (weight = 900, width = 118): fontkit.Font => fontCut('archivo', weight, width)
export const italic = (weight = 500): fontkit.Font => fontCut('faustina', weight)
export const mono = (weight = 600): fontkit.Font => fontCut('mono', weight)

/** Words on badges and beside numbers. */
export const label = (): fontkit.Font => fontCut('archivo', 600, 106)

export function textWidth(text: string, font: fontkit.Font, size: number): number {
  const { positions } = font.layout(text)
  return (positions.reduce((sum, position) => sum + position.xAdvance, 0) * size) / font.unitsPerEm
}

export function textPath(text: string, style: TextStyle): string {
  const { font, x, y, fill, anchor = 'start', maxWidth = Infinity } = style
  const { glyphs, positions } = font.layout(text)
  const natural = textWidth(text, font, style.size) + (style.tracking ?? 0) * (glyphs.length - 1)
  const shrink = Math.min(1, maxWidth / natural)
  const scale = (style.size / font.unitsPerEm) * shrink
  const tracking = (style.tracking ?? 0) * shrink
  const width = natural * shrink

  let left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
  let d = ''
  glyphs.forEach((glyph, i) => {
    for (const { command, args } of glyph.path.commands) {
      d +=
        letters[command] +
        args.map((value, k) => n(k % 2 === 0 ? left + value * scale : y - value * scale)).join(' ')
    }
    left += (positions[i]?.xAdvance ?? 0) * scale + tracking
  })
  return `<path d="${d}" fill="${fill}"/>`
}

/** Facts in one line: numbers in mono, the words and the percent sign between them in Archivo of the same weight. */
export function factPath(text: string, style: Omit<TextStyle, 'font'>): string {
  const runs = text.split(/(\d[\d.,]*)/).map((part, i) => ({ part, font: i % 2 ? mono() : label() }))
  const { size, maxWidth = Infinity, anchor = 'start' } = style
  const tracking = style.tracking ?? 0
  const long = (part: string, font: fontkit.Font) => textWidth(part, font, size) + tracking * part.length
  const natural = runs.reduce((sum, { part, font }) => sum + long(part, font), 0)
  const shrink = Math.min(1, maxWidth / natural)
  let x = style.x - natural * shrink * { start: 0, middle: 0.5, end: 1 }[anchor]
  return runs
    .map(({ part, font }) => {
      const drawn = textPath(part, {
        ...style,
        font,
        size: size * shrink,
        x,
        anchor: 'start',
        maxWidth: Infinity,
      })
      x += long(part, font) * shrink
      return drawn
    })
    .join('')
}

const letters: Record<fontkit.PathCommand['command'], string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}
