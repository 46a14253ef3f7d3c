/** Five seeds of like size, close up, on paper or in a clay dish. */
import { materials } from './materials.ts'
import { seed } from './seed.ts'
import { type Random, seededRandom } from './random.ts'
import { grain, n, svg } from './svg.ts'
import { display, mono, textPath, textWidth } from './text-path.ts'

export type Ground = 'paper' | 'clay'

const coats = ['#96794F', '#866A45', '#A0855A', '#8B7049', '#917854']
/** Seeds are 4 mm long, so at this scale 5 mm are 5/4 of one. */
const SCALE = 1.72

const layouts = [
  [
    [330, 420],
    [800, 360],
    [560, 760],
    [300, 1120],
    [860, 1060],
  ],
  [
    [600, 310],
    [250, 620],
    [940, 640],
    [330, 1090],
    [830, 1100],
  ],
] as const

export function seedMacro(slug: string, tint: string, ground: Ground, width = 1200, height = 1500): string {
  const random = seededRandom(slug)
  const jitter = (amount: number) => (random() - 0.5) * amount
  const layout = layouts[Math.floor(random() * 2)] ?? layouts[0]
  const first = Math.floor(random() * 5)
  const k = Math.min(width / 1200, height / 1500)
  const seeds = layout.map(([x, y], i) =>
    seed({
      x: (x + jitter(50)) * (width / 1200),
      y: (y + jitter(50)) * (height / 1500),
      scale: (SCALE + jitter(0.14)) * k,
      degrees: random() * 360,
      coat: coats[(first + i) % 5] ?? '',
      mottling: first + i,
    }),
  )
  return svg(
    width,
    height,
    `${materials(Math.floor(random() * 500))}${groundDefs(ground, tint, random)}`,
    `<rect width="${width}" height="${height}" filter="url(#ground)"/><rect width="${width}" height="${height}" fill="url(#vignette)"/>${seeds.join('')}${ruler(width, height, k, ground)}${grain(width, height, 0.04)}`,
  )
}

/** Paper is smooth with fine fibres, clay is coarse and warm; both take a little of the landscape's colour. */
export function groundDefs(ground: Ground, tint: string, random: Random): string {
  const isPaper = ground === 'paper'
  const [frequency, relief] = isPaper ? ['0.03 0.034', 0.9] : ['0.028 0.03', 1.5]
  const colour = isPaper ? '#F3EBDA' : '#C98A5E'
  return `<radialGradient id="vignette" cx=".36" cy=".28" r="1"><stop offset="0" stop-color="${tint}" stop-opacity="${isPaper ? 0.03 : 0.05}"/><stop offset=".6" stop-color="${tint}" stop-opacity="${isPaper ? 0.14 : 0.2}"/><stop offset="1" stop-color="${tint}" stop-opacity="${isPaper ? 0.4 : 0.55}"/></radialGradient>
<filter id="ground" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="${Math.floor(random() * 90)}"/><feDiffuseLighting surfaceScale="${relief}" diffuseConstant="1.12" lighting-color="${colour}"><feDistantLight azimuth="230" elevation="62"/></feDiffuseLighting></filter>`
}

function ruler(width: number, height: number, k: number, ground: Ground): string {
  const long = (232 * SCALE * k * 5) / 4
  const [x, y] = [width - 70 * k - long, height - 78 * k]
  const ink = ground === 'paper' ? '#10231B' : '#FBF3E4'
  const number = { font: mono(), size: 40 * k, x, y: y - 22 * k, fill: ink }
  const unit = {
    font: display(600, 100),
    size: 40 * k,
    x: x + textWidth('5 ', number.font, 40 * k),
    y: number.y,
    fill: ink,
  }
  return `<path d="M${n(x)} ${n(y - 12 * k)}v${n(24 * k)}M${n(x)} ${n(y)}h${n(long)}M${n(x + long)} ${n(y - 12 * k)}v${n(24 * k)}" fill="none" stroke="${ink}" stroke-width="${n(5 * k)}"/>${textPath('5', number)}${textPath('mm', unit)}`
}
