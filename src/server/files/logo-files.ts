import { readFile } from 'node:fs/promises'
import { LOGO_SHAPE, NOT_A_LOGO } from '../../contract/pictures.ts'
import type { Encoded, Task } from './decoder.ts'
import { isOddLogo, LOGO_MOST } from './logo-size.ts'
import { type Drawing, redrawSvg, SvgRefused } from './redraw-svg.ts'

interface LogoFiles {
  png: Encoded
  /** The redrawn SVG, if one was uploaded. */
  svg: Buffer | undefined
}

/** The refusal, in Spanish. */
export class LogoRefused extends Error {}

/** Converts a logo to PNG, and redraws it if it is an SVG. `decode` runs a decoder task. */
export async function logoFiles(
  source: Buffer | string,
  { isPhoto, decode }: { isPhoto: boolean; decode: (task: Task) => Promise<Encoded[]> },
): Promise<LogoFiles> {
  const drawing = isPhoto ? undefined : redrawn(await textOf(source))
  const [png] = await decode(
    drawing ? { kind: 'drawing', drawing: asPicture(drawing) } : { kind: 'logo', source },
  )
  if (!png) throw new LogoRefused(NOT_A_LOGO)
  return { png, svg: drawing && Buffer.from(drawing.svg) }
}

async function textOf(source: Buffer | string): Promise<string> {
  return (typeof source === 'string' ? await readFile(source) : source).toString('utf8')
}

function redrawn(text: string): Drawing {
  if (!/^\s*\uFEFF?\s*</.test(text)) throw new LogoRefused(NOT_A_LOGO)
  try {
    const drawing = redrawSvg(text)
    if (isOddLogo(drawing)) throw new LogoRefused(LOGO_SHAPE)
    return drawing
  } catch (error) {
    throw error instanceof SvgRefused ? new LogoRefused(error.message) : error
  }
}

function asPicture({ svg, ...size }: Drawing): (Task & { kind: 'drawing' })['drawing'] {
  const scale = LOGO_MOST / Math.max(size.width, size.height)
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const layer = { source: Buffer.from(svg), isSvg: true, width, height, fit: 'contain' as const }
  return { width, height, layers: [layer], type: 'png' }
}
