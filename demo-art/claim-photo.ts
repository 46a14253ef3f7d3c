/**
 * What customers send with a claim: photographs taken with a phone, from an angle, in the light of a kitchen, a little out
 * of focus at the edges.
 */
import { card, loosePack, type PackFacts } from './pack.ts'
import { materials } from './materials.ts'
import { type Random, seededRandom } from './random.ts'
import { seed, seedling } from './seed.ts'
import { grain, n, svg } from './svg.ts'

const W = 1200
const H = 1600

/** The table, what lies on it, and the faults of the lens. */
function photo(
  slug: string,
  { table, defs = '', body }: { table: Table; defs?: string; body: string },
): string {
  const random = seededRandom(slug)
  const lens = `<radialGradient id="lens" cx=".46" cy=".42" r=".8"><stop offset=".35" stop-color="#FFE2B0" stop-opacity=".1"/><stop offset=".75" stop-color="#3A2410" stop-opacity=".16"/><stop offset="1" stop-color="#0A0604" stop-opacity=".62"/></radialGradient><linearGradient id="lamp" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#FFF0CC" stop-opacity=".38"/><stop offset=".5" stop-color="#FFF0CC" stop-opacity="0"/></linearGradient>`
  const whole = `width="${W}" height="${H}"`
  return svg(
    W,
    H,
    `${defs || materials(Math.floor(random() * 300))}${lens}${tables[table](random)}`,
    `<rect ${whole} filter="url(#table)"/>${body}<rect ${whole} fill="url(#lamp)"/><rect ${whole} fill="url(#lens)"/>${grain(W, H, 0.14)}`,
  )
}

type Table = 'wood' | 'stone' | 'oilcloth'

const surface = (frequency: string, relief: number, colour: string, random: Random, rest = ''): string =>
  `<filter id="table" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="5" seed="${Math.floor(random() * 90)}" result="noise"/><feDiffuseLighting in="noise" surfaceScale="${relief}" diffuseConstant="1" lighting-color="${colour}" result="lit"><feDistantLight azimuth="235" elevation="58"/></feDiffuseLighting>${rest}</filter>`

const tables: Record<Table, (random: Random) => string> = {
  wood: (random) =>
    surface(
      '0.0016 0.03',
      9,
      '#B98A5A',
      random,
      `<feColorMatrix in="noise" values="0 0 0 0 .2 0 0 0 0 .1 0 0 0 0 .03 1.9 0 0 0 -.75" result="veins"/><feMerge><feMergeNode in="lit"/><feMergeNode in="veins"/></feMerge>`,
    ),
  stone: (random) =>
    surface(
      '0.05',
      0.9,
      '#C4C2BC',
      random,
      `<feColorMatrix in="noise" values="0 0 0 0 .16 0 0 0 0 .16 0 0 0 0 .16 0 3 0 0 -1.9" result="veins"/><feMerge><feMergeNode in="lit"/><feMergeNode in="veins"/></feMerge>`,
    ),
  oilcloth: (random) => surface('0.02 0.024', 1.6, '#D9C9A8', random),
}

/** The pack lies opened on the table: the film over one seed is torn, and it lies beside it. */
export function openedPack(slug: string, facts: PackFacts): string {
  const { defs, body, seeds } = loosePack({ ...facts, seeds: 3 })
  const gap = (card.width - 84) / 3
  const [x, y] = [600 + gap, seeds.top + seeds.height / 2]
  const r = Math.min(gap * 0.43, seeds.height * 0.4)
  const torn = Array.from({ length: 26 }, (_, i) => {
    const angle = (i / 26) * Math.PI * 2
    const far = r * (1.04 + (i % 2 ? 0.13 : -0.04) + 0.05 * Math.sin(i * 5))
    return `${n(x + Math.cos(angle) * far)} ${n(y + Math.sin(angle) * far)}`
  })
  const hole = `M${torn.join('L')}Z`
  const flap = `M${n(x + r * 0.2)} ${n(y + r * 1.05)}C${n(x + r * 0.9)} ${n(y + r * 0.9)} ${n(x + r * 1.2)} ${n(y + r * 0.3)} ${n(x + r * 1.02)} ${n(y - r * 0.2)}C${n(x + r * 1.7)} ${n(y + r * 0.2)} ${n(x + r * 1.5)} ${n(y + r * 1.3)} ${n(x + r * 0.5)} ${n(y + r * 1.5)}Z`
  const opening = `<path d="${hole}" fill="#1A1512"/><path d="${hole}" fill="none" stroke="#F3F4F2" stroke-width="7" stroke-linejoin="round"/><ellipse cx="${n(x - r * 0.1)}" cy="${n(y + r * 0.1)}" rx="${n(r * 0.62)}" ry="${n(r * 0.58)}" fill="#fff" opacity=".1"/><path d="${flap}" fill="#000" opacity=".4" transform="translate(8,14)" filter="url(#near)"/><path d="${flap}" fill="url(#silver)"/><path d="${flap}" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="3"/>`
  const loose = seed({ x: 1076, y: 1400, scale: 0.42, degrees: 64, mottling: 1 })
  return photo(slug, {
    table: 'wood',
    defs,
    body: `<g transform="translate(590,760) rotate(-13) scale(.98) translate(-600,-750)">${body}${opening}</g>${loose}`,
  })
}

/** Seeds in a glass of water, from above: some float, one has sunk, none has opened. */
export function glassOfWater(slug: string, floating: number): string {
  const random = seededRandom(slug)
  const defs = `${materials(40)}<radialGradient id="deep" cx=".44" cy=".4" r=".75"><stop offset="0" stop-color="#E4EEEE" stop-opacity=".5"/><stop offset=".7" stop-color="#8FB0B4" stop-opacity=".5"/><stop offset="1" stop-color="#3F6268" stop-opacity=".75"/></radialGradient>`
  const [x, y, rx, ry] = [590, 780, 420, 400]
  const ring = (k: number, width: number, colour: string, opacity: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="${n(rx * k)}" ry="${n(ry * k)}" fill="none" stroke="${colour}" stroke-width="${width}" opacity="${opacity}"/>`
  const bubbles = Array.from({ length: 22 }, () => {
    const angle = random() * 6.28
    const far = 0.55 + 0.32 * random()
    return `<circle cx="${n(x + Math.cos(angle) * rx * far)}" cy="${n(y + Math.sin(angle) * ry * far)}" r="${n(3 + random() * 6)}"/>`
  })
  const sunk = [0, 1].map((i) =>
    seed({ x: x - 120 + i * 190, y: y + 130 - i * 60, scale: 0.52, degrees: 40 + i * 95, mottling: i }),
  )
  const afloat = Array.from({ length: floating }, (_, i) => {
    const angle = i * 2.3 + 0.6
    const [sx, sy] = [x + Math.cos(angle) * 170, y - 70 + Math.sin(angle) * 150]
    return `<ellipse cx="${n(sx)}" cy="${n(sy)}" rx="96" ry="92" fill="#fff" opacity=".2"/><ellipse cx="${n(sx)}" cy="${n(sy)}" rx="96" ry="92" fill="none" stroke="#fff" stroke-width="3" opacity=".5"/>${seed({ x: sx, y: sy, scale: 0.6, degrees: angle * 60, mottling: i + 1 })}`
  })
  const rim = `<path d="M${x - 330} ${y - 250}A${rx} ${ry} 0 0 1 ${x - 40} ${y - 396}" fill="none" stroke="#fff" stroke-width="20" stroke-linecap="round" opacity=".85"/><path d="M${x + 250} ${y + 322}A${rx} ${ry} 0 0 0 ${x + 392} ${y + 140}" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".6"/>`
  return photo(slug, {
    table: 'stone',
    defs,
    body: `<ellipse cx="${x + 70}" cy="${y + 110}" rx="${rx + 20}" ry="${ry + 20}" fill="#000" opacity=".5" filter="url(#soft)"/><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#D9E4E3" opacity=".55"/><ellipse cx="${x}" cy="${y}" rx="${n(rx * 0.92)}" ry="${n(ry * 0.92)}" fill="url(#deep)"/><g opacity=".55" filter="url(#blurred)">${sunk.join('')}</g>${ring(0.78, 10, '#fff', 0.16)}<g fill="none" stroke="#fff" stroke-width="2.5" opacity=".7">${bubbles.join('')}</g>${afloat.join('')}${ring(0.92, 5, '#fff', 0.55)}${ring(0.96, 26, '#F4FAFA', 0.35)}${ring(1, 7, '#fff', 0.75)}${rim}<defs><filter id="blurred"><feGaussianBlur stdDeviation="3"/></filter></defs>`,
  })
}

/** A tray of cells with moist soil: one seedling, the others bare. */
export function seedTray(slug: string, sprouted: readonly number[]): string {
  const random = seededRandom(slug)
  const cell = (i: number) => {
    const [x, y] = [150 + (i % 3) * 310, 200 + Math.floor(i / 3) * 310]
    const crumbs = Array.from({ length: 46 }, () => {
      const [cx, cy] = [x + 40 + random() * 200, y + 40 + random() * 200]
      const tone = ['#2E2016', '#4B3524', '#5E4630', '#C9BFA8'][Math.floor(random() * 3.12)] ?? ''
      return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(4 + random() * 10)}" ry="${n(3 + random() * 7)}" fill="${tone}" transform="rotate(${n(random() * 180)} ${n(cx)} ${n(cy)})"/>`
    })
    const plant = sprouted.includes(i)
      ? `<ellipse cx="${x + 170}" cy="${y + 176}" rx="70" ry="26" fill="#000" opacity=".45" filter="url(#near)"/><g transform="translate(${x + 140},${y + 160})">${seedling(190, '#5E9E57', '#BFE0A0')}</g>`
      : `<ellipse cx="${x + 140}" cy="${y + 140}" rx="26" ry="20" fill="#1A110A"/>`
    return {
      soil: `<rect x="${x}" y="${y}" width="280" height="280" rx="34" fill="#0F0F0E"/><rect x="${x + 16}" y="${y + 16}" width="248" height="248" rx="26" fill="#3A281A"/>${crumbs.join('')}<path d="M${x + 16} ${y + 60}V${y + 42}A26 26 0 0 1 ${x + 42} ${y + 16}H${x + 238}A26 26 0 0 1 ${x + 264} ${y + 42}V${y + 60}C${x + 200} ${y + 34} ${x + 80} ${y + 34} ${x + 16} ${y + 60}Z" fill="#000" opacity=".55" filter="url(#near)"/>`,
      plant,
    }
  }
  const cells = Array.from({ length: 12 }, (_, i) => cell(i))
  const tag = `<g transform="translate(1010,1010) rotate(16)"><path d="M-44 -220H44V150L0 214L-44 150Z" fill="#000" opacity=".4" transform="translate(12,18)" filter="url(#near)"/><path d="M-44 -220H44V150L0 214L-44 150Z" fill="#F4F1E8"/><path d="M-22 -170C-10 -190 0 -150 12 -172S24 -160 22 -150M-24 -110C-8 -130 -4 -90 10 -112S22 -96 24 -88M-22 -50H20M-22 -10C-10 -28 4 8 20 -12" fill="none" stroke="#2F4A8A" stroke-width="6" stroke-linecap="round"/></g>`
  return photo(slug, {
    table: 'oilcloth',
    body: `<g transform="translate(600,800) rotate(7) scale(1.04) translate(-600,-800)"><rect x="112" y="160" width="976" height="1280" rx="46" fill="#000" opacity=".5" transform="translate(22,40)" filter="url(#soft)"/><rect x="112" y="160" width="976" height="1280" rx="46" fill="#1E1F1E"/><rect x="124" y="172" width="952" height="1256" rx="40" fill="none" stroke="#5A5C58" stroke-width="6"/>${cells.map(({ soil }) => soil).join('')}${cells.map(({ plant }) => plant).join('')}${tag}</g>`,
  })
}
