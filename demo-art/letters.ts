/** The outlines of the letters of link previews, so that the server draws words without fonts or their libraries. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type * as fontkit from 'fontkit'
import { display, italic } from './text-path.ts'
import { signs } from './web-fonts.ts'

const file = fileURLToPath(new URL('../src/server/pages/preview-letters.json', import.meta.url))

/** Of each letter its advance and its path, in thousandths of its size, y downwards. */
function lettersOf(font: fontkit.Font): Record<string, [advance: number, path: string]> {
  const scale = 1000 / font.unitsPerEm
  return Object.fromEntries(
    [...signs].map((sign) => {
      const { glyphs, positions } = font.layout(sign)
      const steps = (glyphs[0]?.path.commands ?? []).map(({ command, args }) => {
        const points = args.map((value, i) => Math.round(value * scale * (i % 2 === 0 ? 1 : -1)))
        return LETTER[command] + points.join(' ')
      })
      return [sign, [Math.round((positions[0]?.xAdvance ?? 0) * scale), steps.join('')]]
    }),
  )
}

const LETTER = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const

export async function writeLetters(): Promise<void> {
  await writeFile(
    file,
    `${JSON.stringify({ display: lettersOf(display(850, 118)), serif: lettersOf(italic()) })}\n`,
  )
}
