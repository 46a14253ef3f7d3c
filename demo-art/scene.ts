/** Poster landscapes of the country: sky, sun or moon, three ridges with printed shadow, and the motif of the place. */
import { motifs, type MotifName } from './motifs/motifs.ts'
import type { Layers, Place } from './motifs/place.ts'
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'
import { discs, type DiscLook, stars } from './sky.ts'
import { type Point, polygon, verticalGradient } from './svg.ts'

export interface Scene {
  defs: string
  body: string
  /** Drawn in front of the plants. */
  over: string
}

/** Rolling hills, the plains, the cordillera, or far hills behind flat land or water. */
export type Relief = 'rolling' | 'flat' | 'jagged' | 'shore'

/** x is a fraction of the width; y and radius are fractions of the height. */
export interface Disc {
  look: DiscLook
  x: number
  y: number
  radius: number
}

interface SceneRequest {
  width: number
  height: number
  palette: Palette
  random: Random
  disc: Disc
  /** Where the far ridge stands, as a fraction of the height. */
  horizon?: number
  relief?: Relief
  motif?: MotifName | undefined
  isMirrored?: boolean | undefined
}

/** Needs `materials()` among the defs. */
export function scene(request: SceneRequest): Scene {
  const { width, height, palette, random, disc, horizon = 0.52, relief = 'rolling', motif } = request
  const step = (1 - horizon) * 0.27
  const ridges = [0, 1, 2].map((depth) =>
    ridge(width, height, random, height * (horizon + step * depth), depth, relief),
  )
  const at = { x: width * disc.x, y: height * disc.y, radius: height * disc.radius }
  const place: Place = {
    width,
    height,
    palette,
    random,
    disc: at,
    horizon: height * horizon,
    unit: height / 560,
    isWide: width > height * 1.6,
    ridge: (depth, x) => ridges[depth]?.(x) ?? height,
  }
  const layers: Layers = motif ? motifs[motif](place) : {}
  const hill = (depth: 0 | 1 | 2) => {
    const points = Array.from({ length: 97 }, (_, i): Point => {
      const x = (i / 96) * width
      return [x, place.ridge(depth, x)]
    })
    const shape = polygon([...points, [width, height], [0, height]])
    return `<path d="${shape}" fill="${palette.hills[depth]}"/><path d="${shape}" fill="url(#hillshade)" filter="url(#stipple)"/>`
  }
  const turned = (drawn: string) =>
    request.isMirrored ? `<g transform="translate(${width},0) scale(-1,1)">${drawn}</g>` : drawn
  // The Southern Cross must not be turned over.
  const sides = request.isMirrored ? { ...place, disc: { ...at, x: width - at.x } } : place
  const night = disc.look === 'moon' || disc.look === 'polar' ? stars(sides, disc.look === 'moon') : ''
  const land = [layers.behind, hill(0), layers.far, hill(1), layers.middle, hill(2), layers.near]
  return {
    defs: skyDefs(palette) + (layers.defs ?? ''),
    body: sky(width, height) + turned(discs[disc.look](at, place)) + night + turned(land.join('')),
    over: turned(layers.over ?? ''),
  }
}

function sky(width: number, height: number): string {
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/>`
}

function skyDefs({ sky, skyTop, shade }: Palette): string {
  const fade = (id: string, box: string, from: number, to: number, a: number, b: number) =>
    `<linearGradient id="${id}" ${box}><stop offset="${from}" stop-color="${shade}" stop-opacity="${a}"/><stop offset="${to}" stop-color="${shade}" stop-opacity="${b}"/></linearGradient>`
  return (
    verticalGradient('sky', skyTop, sky).replace('offset="1"', 'offset=".66"') +
    fade('discshade', 'x1=".2" y1="0" x2=".8" y2="1"', 0.3, 1, 0, 0.7) +
    fade('hillshade', 'x1="0" y1="0" x2="0" y2="1"', 0, 0.55, 0.5, 0)
  )
}

/** The height of one ridge at each x. */
function ridge(
  width: number,
  height: number,
  random: Random,
  base: number,
  depth: number,
  relief: Relief,
): (x: number) => number {
  const calm = relief === 'flat' ? 0.3 : relief === 'shore' ? (depth ? 0.06 : 0.45) : 1
  const amplitude = height * (0.085 - 0.012 * depth) * calm
  const waves = [random() * 2 + 1, random() * 3 + 2, random() * 6 + 4].map((f) => [f, random() * 6] as const)
  const weights = [0.55, 0.3, 0.15]
  const peaks = Array.from({ length: 12 }, (_, i) => (i % 2 ? 1 : -0.25) * (0.5 + 0.5 * random()))
  const jagged = relief === 'jagged' && depth < 2 ? height * (0.1 - 0.03 * depth) : 0
  return (x) => {
    const u = x / width
    const wave = waves.reduce((sum, [f, p], k) => sum + (weights[k] ?? 0) * Math.sin(f * u * 3.1 + p), 0)
    const at = Math.max(0, Math.min(10.999, u * 11))
    const [left = 0, right = 0] = [peaks[Math.floor(at)], peaks[Math.floor(at) + 1]]
    const peak = left + (right - left) * (at % 1)
    return base - amplitude * wave - jagged * peak
  }
}
