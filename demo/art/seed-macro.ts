/** Seeds close up on moist ground, tinted with the colour of a landscape. */
import { materials } from './materials.ts'
import { seed } from './seed.ts'
import { seededRandom } from './random.ts'
import { grain, svg } from './svg.ts'

const coats = ['#9A7B52', '#8A6B46', '#A88A5E', '#7F6A4E']

export function seedMacro(slug: string, ground: string, width = 1200, height = 1500): string {
  const random = seededRandom(slug)
  const jitter = (amount: number) => (random() - 0.5) * amount
  const places = [
    [985, 300, 1.15, 15],
    [190, 330, 1, -48],
    [930, 1230, 1.55, -62],
    [300, 1210, 1.75, 38],
    [600, 690, 3, -24],
  ] as const
  const coat = coats[Math.floor(random() * coats.length)] ?? '#9A7B52'
  const seeds = places.map(([x, y, scale, degrees]) =>
    seed({
      x: (x + jitter(90)) * (width / 1200),
      y: (y + jitter(90)) * (height / 1500),
      scale: (scale + jitter(0.25)) * (width / 1200),
      degrees: degrees + jitter(50),
      coat,
    }),
  )
  return svg(
    width,
    height,
    `${materials(Math.floor(random() * 500))}
<radialGradient id="vignette" cx=".4" cy=".3" r=".95"><stop offset="0" stop-color="${ground}" stop-opacity=".55"/><stop offset=".6" stop-color="${ground}" stop-opacity=".86"/><stop offset="1" stop-color="#07100C" stop-opacity=".93"/></radialGradient>
<filter id="ground" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.016" numOctaves="4" seed="${Math.floor(random() * 90)}"/><feDiffuseLighting surfaceScale="26" diffuseConstant="1" lighting-color="${ground}"><feDistantLight azimuth="230" elevation="48"/></feDiffuseLighting></filter>`,
    `<rect width="${width}" height="${height}" filter="url(#ground)"/><rect width="${width}" height="${height}" fill="#fff" opacity=".1"/><rect width="${width}" height="${height}" fill="url(#vignette)"/>${seeds.join('')}${grain(width, height, 0.08)}`,
  )
}
