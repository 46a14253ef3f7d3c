/** Subsets the four web fonts to the characters and weights in use, and writes their CSS with fallbacks of the same size. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type * as fontkit from 'fontkit'
import { type Family, fontCut, readFont } from './text-path.ts'

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const signs = `${ascii}áéíóúüñÁÉÍÓÚÜÑ¿¡«»“”‘’–—…·×ºª°²€©®™←→↑↓−\u00a0`

interface WebFont {
  file: string
  name: string
  family: Family
  weight: { min: number; max: number }
  /** The weight most of its text is set in: the fallback takes its measures. */
  usual: number
  width?: number
  italic?: boolean
  /** For few words: loaded by src/web/app/later-fonts.ts, which lists these faces too; without scripts by the style sheet. */
  later?: boolean
  fallback: keyof typeof fallbacks
}

const webFonts: WebFont[] = [
  {
    file: 'archivo-display',
    name: 'Archivo Display',
    family: 'archivo',
    weight: { min: 700, max: 900 },
    usual: 850,
    width: 125,
    fallback: 'Arial Bold',
  },
  {
    file: 'archivo-ui',
    name: 'Archivo',
    family: 'archivo',
    weight: { min: 400, max: 700 },
    usual: 400,
    width: 100,
    fallback: 'Arial',
  },
  {
    file: 'chivo-mono',
    name: 'Chivo Mono',
    family: 'mono',
    weight: { min: 400, max: 600 },
    usual: 500,
    later: true,
    fallback: 'Courier New',
  },
  {
    file: 'faustina-italic',
    name: 'Faustina',
    family: 'faustina',
    weight: { min: 400, max: 600 },
    usual: 500,
    italic: true,
    later: true,
    fallback: 'Georgia Italic',
  },
]

const folder = fileURLToPath(new URL('../../src/web/fonts', import.meta.url))
const stylesheet = fileURLToPath(new URL('../../src/web/styles/fonts.css', import.meta.url))

export async function writeFonts(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const font of webFonts) {
    const variationAxes: Record<string, number | { min: number; max: number }> = { wght: font.weight }
    if (font.width) variationAxes['wdth'] = font.width
    const cut = await subsetFont(await readFont(font.family), signs, {
      targetFormat: 'woff2',
      variationAxes,
      noHinting: true,
    })
    await writeFile(`${folder}${font.file}.woff2`, cut)
  }
  const later = webFonts.filter((font) => font.later).map(face)
  const rules = [
    ...webFonts.flatMap((font) => (font.later ? [fallbackFace(font)] : [face(font), fallbackFace(font)])),
    `@media (scripting: none) {\n${later.join('\n').replace(/^(?=.)/gm, '  ')}}\n`,
  ]
  await writeFile(stylesheet, `/* Written by demo/art/web-fonts.ts. */\n${rules.join('\n')}`)
  for (const family of ['archivo', 'chivo-mono', 'faustina']) {
    const licence = fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/LICENSE`))
    await copyFile(licence, `${folder}OFL-${family}.txt`)
  }
}

function face({ file, name, weight, italic }: WebFont): string {
  return `@font-face {
  font-family: '${name}';
  src: url('../fonts/${file}.woff2') format('woff2');
  font-weight: ${weight.min} ${weight.max};
  font-style: ${italic ? 'italic' : 'normal'};
  font-display: swap;
}
`
}

/**
 * Average widths, in thousandths of an em, of Spanish text in the fonts that systems bring: the letters below
 * weighted as Spanish uses them, from the advance widths of Arial, Courier New and Georgia (or the free faces
 * of the same measures).
 */
const fallbacks = {
  Arial: {
    local: ['Arial', 'Liberation Sans'],
    widths: widths(
      '278 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500',
    ),
  },
  'Arial Bold': {
    local: ['Arial Bold', 'Arial', 'Liberation Sans Bold'],
    widths: widths(
      '278 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500',
    ),
  },
  'Courier New': { local: ['Courier New', 'Liberation Mono'], widths: widths('600 '.repeat(27)) },
  'Georgia Italic': {
    local: ['Georgia Italic', 'Georgia', 'Gelasio Italic'],
    widths: widths(
      '241 576 547 432 577 457 329 525 574 292 285 547 285 864 581 537 567 565 416 429 340 574 515 763 515 520 466',
    ),
  },
}

function widths(list: string): number[] {
  return list.trim().split(' ').map(Number)
}

/** Space and a to z, in parts of a thousand of Spanish text. */
const spanish = [
  165, 100, 12, 32, 45, 115, 6, 9, 7, 52, 4, 1, 44, 24, 57, 75, 21, 8, 57, 67, 38, 33, 9, 1, 2, 9, 4,
]

function fallbackFace({ name, family, weight, usual, width, italic, fallback }: WebFont): string {
  const usually = fontCut(family, usual, width)
  const { local, widths } = fallbacks[fallback]
  const size = averageWidth(spacedWidths(usually)) / averageWidth(widths)
  const percent = (value: number) => `${Math.round((value / usually.unitsPerEm / size) * 10000) / 100}%`
  return `@font-face {
  font-family: '${name} Fallback';
  src: ${local.map((face) => `local('${face}')`).join(', ')};
  font-weight: ${weight.min} ${weight.max};
  font-style: ${italic ? 'italic' : 'normal'};
  size-adjust: ${Math.round(size * 10000) / 100}%;
  ascent-override: ${percent(usually.ascent)};
  descent-override: ${percent(-usually.descent)};
  line-gap-override: ${percent(usually.lineGap)};
}
`
}

function spacedWidths(font: fontkit.Font): number[] {
  return [...' abcdefghijklmnopqrstuvwxyz'].map(
    (letter) => ((font.layout(letter).positions[0]?.xAdvance ?? 0) * 1000) / font.unitsPerEm,
  )
}

function averageWidth(widths: number[]): number {
  const total = spanish.reduce((sum, parts) => sum + parts, 0)
  return widths.reduce((sum, width, i) => sum + width * (spanish[i] ?? 0), 0) / total
}
