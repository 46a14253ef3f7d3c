/**
 * Banners for the home page: the same landscape drawn once for a wide screen and once for a phone. Banners of the site
 * itself have no text, as the page sets it over them; banners that the demo uploads have it in the picture.
 */
import { leaf } from './leaf.ts'
import type { MotifName } from './motifs/motifs.ts'
import { materials } from './materials.ts'
import { type Palette, palettes } from './palettes.ts'
import { type Random, seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { seed, seedling } from './seed.ts'
import type { DiscLook } from './sky.ts'
import { grain, n, svg } from './svg.ts'
import { display, italic, mono, textPath } from './text-path.ts'

export interface BannerRequest {
  slug: string
  palette: Palette
  /** Default: a sun. */
  look?: DiscLook
  motif?: MotifName
  width: number
  height: number
  words?: { kicker: string; title: string[]; sub: string }
  /** Instead of leaves, a row of seeds of which one sprouts. */
  sprouting?: boolean
}

export function banner(request: BannerRequest): string {
  const { slug, palette, look = 'sun', motif, width, height, words, sprouting = false } = request
  const random = seededRandom(slug)
  const wide = width > height
  const view = scene({
    width,
    height,
    palette,
    random,
    disc: { look, ...(wide ? { x: 0.72, y: 0.4, radius: 0.31 } : { x: 0.6, y: 0.69, radius: 0.14 }) },
    motif,
    horizon: wide ? 0.52 : 0.75,
  })
  const plants = sprouting
    ? germination(width, height, wide)
    : leaves(width, height, wide, slug, palette, random)
  return svg(
    width,
    height,
    `${materials(5)}${view.defs}<linearGradient id="earth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palettes.puna.shade}"/><stop offset="1" stop-color="#120A16"/></linearGradient>`,
    `${view.body}${plants}${words ? writing(words, width, height, wide) : ''}${grain(width, height, 0.14)}`,
  )
}

/** On a wide screen at the left, on a phone at the top above the sun, over a shadow that carries white letters. */
function writing(
  { kicker, title, sub }: NonNullable<BannerRequest['words']>,
  width: number,
  height: number,
  wide: boolean,
): string {
  const x = wide ? 112 : 48
  const room = wide ? width * 0.44 : width - 2 * x
  const size = wide ? 96 : 84
  const top = wide ? height * 0.38 : 190
  const white = '#FFFFFF'
  const lines = title.map((line, i) =>
    textPath(line, { font: display(), size, x, y: top + i * size * 0.98, fill: white, maxWidth: room }),
  )
  const end = top + (title.length - 1) * size * 0.98
  const over = textPath(kicker, {
    font: mono(),
    size: wide ? 24 : 26,
    x,
    y: top - size * 1.1,
    fill: '#F6E7B4',
    tracking: 2,
  })
  const under = textPath(sub, {
    font: italic(),
    size: 40,
    x,
    y: end + size * 0.72,
    fill: white,
    maxWidth: room,
  })
  return `<defs><linearGradient id="shade" x1="0" y1="0" x2="${wide ? 1 : 0}" y2="${wide ? 0 : 1}"><stop offset="0" stop-color="#07120D" stop-opacity=".82"/><stop offset=".4" stop-color="#07120D" stop-opacity=".6"/><stop offset="${wide ? 0.62 : 0.58}" stop-color="#07120D" stop-opacity="0"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#shade)"/>${over}${lines.join('')}${under}`
}

/** Rising from the lower edge; on a wide screen the left 46 % stays calm for the words. */
function leaves(
  width: number,
  height: number,
  wide: boolean,
  slug: string,
  palette: Palette,
  random: Random,
): string {
  const count = wide ? 6 : 3
  const drawn = Array.from({ length: count }, (_, i) => {
    const u = (i + 0.5) / count
    const x = wide ? width * (0.55 + 0.45 * u) + (random() - 0.5) * 40 : width * (0.1 + 0.8 * u)
    const radius = (wide ? height * 0.42 : width * 0.3) * (0.8 + 0.4 * random()) * (i % 2 ? 1.12 : 0.9)
    const y = height * (wide ? 1.03 : i % 2 ? 1.0 : 0.98)
    const front = i % 2 === 1
    const shape = leaf({
      radius,
      leaflets: front ? 9 : 7,
      random: seededRandom(`${slug} ${i}`),
      fill: front ? palette.leaf : palette.hills[2],
      vein: palette.vein,
      veinWidth: 3.2,
      edge: palette.vein,
    })
    return {
      front,
      shape: `<g transform="translate(${n(x)},${n(y)}) rotate(${n((random() - 0.5) * 18)})">${shape}</g>`,
    }
  })
  return drawn
    .toSorted((a, b) => Number(a.front) - Number(b.front))
    .map(({ shape }) => shape)
    .join('')
}

function germination(width: number, height: number, wide: boolean): string {
  const ground = height * (wide ? 0.86 : 0.88)
  const soil = `<path d="M0 ${n(ground)}C${n(width * 0.3)} ${n(ground - 18)} ${n(width * 0.6)} ${n(ground + 14)} ${n(width)} ${n(ground - 10)}V${height}H0Z" fill="url(#earth)"/>`
  const scale = wide ? 1.15 : 0.9
  const x = wide ? width * 0.735 : width * 0.52
  const big = seed({ x, y: ground - 80 * scale, scale: scale * 1.25, degrees: -14 })
  const sprout = `<g transform="translate(${n(x + 20)},${n(ground - 205 * scale)})">${seedling(190 * scale, '#5E9E57', '#BFE0A0')}</g>`
  const others = wide
    ? ([
        [0.615, 0.62, 62],
        [0.86, 0.78, -58],
        [0.945, 0.5, 24],
      ] as const)
    : ([
        [0.17, 0.62, 62],
        [0.85, 0.75, -58],
      ] as const)
  const small = others.map(([u, k, degrees]) => seed({ x: width * u, y: ground - 30, scale: k, degrees }))
  return `${soil}${small.join('')}${sprout}${big}`
}
