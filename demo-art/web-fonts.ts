/** Subsets the four web fonts to the characters and weights in use, and writes their CSS with fallbacks of the same size. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type * as fontkit from 'fontkit'
import { type Family, fontCut, readFont } from './text-path.ts'

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
export const signs = `${ascii}áéíóúüñÁÉÍÓÚÜÑ¿¡«»“”‘’–—…·×ºª°²€©®™←→↑↓−\u00a0`

interface Fallback {
  weight: { min: number; max: number }
  /** The weight most of its text is set in: the fallback takes its measures. */
  usual: number
  /** One of each family of systems. */
  fonts: (keyof typeof fallbacks)[]
}

interface WebFont {
  file: string
  name: string
  family: Family
  weight: { min: number; max: number }
  width?: number
  italic?: boolean
  /** For few words: loaded by src/web/app/later-fonts.ts, which lists these faces too; without scripts by the style sheet. */
  later?: boolean
  fallbacks: Fallback[]
}

const BOLD: Fallback['fonts'] = ['Arial Bold', 'Roboto Bold', 'DejaVu Sans Bold']

const webFonts: WebFont[] = [
  {
    file: 'archivo-display',
    name: 'Archivo Display',
    family: 'archivo',
    weight: { min: 700, max: 900 },
    width: 125,
    fallbacks: [{ weight: { min: 700, max: 900 }, usual: 850, fonts: BOLD }],
  },
  {
    file: 'archivo-ui',
    name: 'Archivo',
    family: 'archivo',
    weight: { min: 400, max: 700 },
    width: 100,
    fallbacks: [
      { weight: { min: 400, max: 549 }, usual: 400, fonts: ['Arial', 'Roboto', 'DejaVu Sans'] },
      { weight: { min: 550, max: 700 }, usual: 650, fonts: BOLD },
    ],
  },
  {
    file: 'chivo-mono',
    name: 'Chivo Mono',
    family: 'mono',
    weight: { min: 400, max: 600 },
    later: true,
    fallbacks: [{ weight: { min: 400, max: 600 }, usual: 500, fonts: ['Courier New'] }],
  },
  {
    file: 'faustina-italic',
    name: 'Faustina',
    family: 'faustina',
    weight: { min: 400, max: 600 },
    italic: true,
    later: true,
    fallbacks: [
      {
        weight: { min: 400, max: 600 },
        usual: 500,
        fonts: ['Georgia Italic', 'Noto Serif Italic', 'DejaVu Serif'],
      },
    ],
  },
]

const folder = fileURLToPath(new URL('../src/web/fonts/', import.meta.url))
const stylesheet = fileURLToPath(new URL('../src/web/styles/fonts.css', import.meta.url))

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
    ...webFonts.flatMap((font) => [...(font.later ? [] : [face(font)]), ...fallbackFaces(font)]),
    `@media (scripting: none) {\n${later.join('\n').replace(/^(?=.)/gm, '  ')}}\n`,
  ]
  await writeFile(stylesheet, `/* Written by demo-art/web-fonts.ts. */\n${rules.join('\n')}`)
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
 * weighted as Spanish uses them, from the advance widths of the fonts (or of free faces of the same measures).
 */
const fallbacks = {
  Arial: {
    systems: '',
    local: ['Arial', 'Liberation Sans'],
    widths: widths(
      '278 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500',
    ),
  },
  Roboto: {
    systems: ' Android',
    local: ['Roboto'],
    widths: widths(
      '248 544 562 523 564 530 348 562 551 243 239 507 243 877 552 570 562 568 339 516 327 551 484 751 496 473 496',
    ),
  },
  'DejaVu Sans': {
    systems: ' Linux',
    local: ['DejaVu Sans'],
    widths: widths(
      '318 613 635 550 635 615 352 635 634 278 278 579 278 974 634 612 635 635 411 521 392 634 592 818 592 592 525',
    ),
  },
  'Arial Bold': {
    systems: '',
    local: ['Arial Bold', 'Arial', 'Liberation Sans Bold'],
    widths: widths(
      '278 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500',
    ),
  },
  'Roboto Bold': {
    systems: ' Android',
    local: ['Roboto Bold', 'Roboto'],
    widths: widths(
      '249 535 563 521 563 540 358 571 560 265 260 534 265 866 561 564 563 564 366 514 338 560 506 734 509 503 509',
    ),
  },
  'DejaVu Sans Bold': {
    systems: ' Linux',
    local: ['DejaVu Sans Bold'],
    widths: widths(
      '348 675 716 593 716 678 435 716 712 343 343 665 343 1042 712 687 716 716 493 595 478 712 652 924 645 652 582',
    ),
  },
  'Courier New': {
    systems: '',
    local: ['Courier New', 'Liberation Mono', 'Droid Sans Mono', 'DejaVu Sans Mono'],
    widths: widths('600 '.repeat(27)),
  },
  'Georgia Italic': {
    systems: '',
    local: ['Georgia Italic', 'Georgia', 'Gelasio Italic'],
    widths: widths(
      '241 576 547 432 577 457 329 525 574 292 285 547 285 864 581 537 567 565 416 429 340 574 515 763 515 520 466',
    ),
  },
  'Noto Serif Italic': {
    systems: ' Android',
    local: ['Noto Serif Italic', 'Noto Serif'],
    widths: widths(
      '260 579 562 487 579 493 318 556 599 304 291 569 304 896 599 574 577 560 468 464 368 599 538 819 546 528 511',
    ),
  },
  'DejaVu Serif': {
    systems: ' Linux',
    local: ['DejaVu Serif Italic', 'DejaVu Serif'],
    widths: widths(
      '318 596 640 560 640 592 370 640 644 320 310 606 320 948 644 602 640 640 478 513 402 644 565 856 564 565 527',
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

function fallbackFaces(font: WebFont): string[] {
  return font.fallbacks.flatMap((fallback) =>
    fallback.fonts.map((name) => fallbackFace(font, fallback, name)),
  )
}

function fallbackFace(
  { name, family, width, italic }: WebFont,
  { weight, usual }: Fallback,
  fallback: keyof typeof fallbacks,
): string {
  const usually = fontCut(family, usual, width)
  const { systems, local, widths } = fallbacks[fallback]
  const size = averageWidth(spacedWidths(usually)) / averageWidth(widths)
  const percent = (value: number) => `${Math.round((value / usually.unitsPerEm / size) * 10000) / 100}%`
  return `@font-face {
  font-family: '${name} Fallback${systems}';
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
