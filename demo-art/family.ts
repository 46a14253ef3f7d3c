/** The fronts of all presentations of a variety, side by side on paper or clay, with loose seeds before them. */
import { loosePack, type PackFacts } from './pack.ts'
import { seededRandom } from './random.ts'
import { type Ground, groundDefs } from './seed-macro.ts'
import { seed } from './seed.ts'
import { grain, svg } from './svg.ts'

const W = 1200
const H = 1500

/** Centre, turn and size of each pack, spread like cards so that all windows show; those in front come last. */
const layouts: Record<number, readonly (readonly [x: number, y: number, degrees: number, scale: number])[]> =
  {
    2: [
      [380, 640, 7, 0.7],
      [824, 650, -7, 0.7],
    ],
    3: [
      [300, 660, 12, 0.56],
      [900, 664, -12, 0.56],
      [600, 590, -1, 0.58],
    ],
  }

const seeds = [
  [250, 1330, 64],
  [440, 1255, -28],
  [620, 1370, 112],
  [800, 1275, 20],
  [985, 1345, -70],
] as const

/** `counts`: the seed counts of two or three presentations, the one in front last. */
export function family(facts: PackFacts, counts: readonly number[], ground: Ground): string {
  const slug = `${facts.slug} family`
  const random = seededRandom(slug)
  const packs = counts.map((count) => loosePack({ ...facts, seeds: count }))
  const places = layouts[counts.length] ?? []
  const laid = packs.map(({ body }, i) => {
    const [x, y, degrees, scale] = places[i] ?? [600, 700, 0, 0.6]
    return `<g transform="translate(${x},${y}) rotate(${degrees}) scale(${scale}) translate(-600,-745)">${body}</g>`
  })
  const coats = ['#96794F', '#866A45', '#A0855A', '#8B7049', '#917854']
  const loose = seeds.map(([x, y, degrees], i) =>
    seed({
      x: x + (random() - 0.5) * 50,
      y: y + (random() - 0.5) * 40,
      scale: 0.58,
      degrees: degrees + (random() - 0.5) * 60,
      mottling: i,
      coat: coats[i] ?? '',
    }),
  )
  const whole = `width="${W}" height="${H}"`
  return svg(
    W,
    H,
    `${packs[0]?.defs ?? ''}${groundDefs(ground, facts.poster.palette.hills[1], random)}`,
    `<rect ${whole} filter="url(#ground)"/><rect ${whole} fill="url(#vignette)"/>${laid.join('')}${loose.join('')}${grain(W, H, 0.03)}`,
  )
}
