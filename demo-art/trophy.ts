/** Cups with laurels for the awards page, the discs of the four contests, and the page's banner. */
import { leaf } from './leaf.ts'
import { materials, type Metal } from './materials.ts'
import { house, palettes } from './palettes.ts'
import { seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { southernCross, star } from './sky.ts'
import { seedOutline } from './seed.ts'
import { grain, n, polygon, svg } from './svg.ts'
import { display, italic, mono, textPath } from './text-path.ts'

interface Award {
  slug: string
  place: string
  cup: string
  city: string
  year: number
  metal: Metal
  contest: Contest
}

export type Contest = 'litoral' | 'noche' | 'semillera' | 'andino'

const emblems: Record<Contest, (ink: string) => string> = {
  litoral: (ink) =>
    `<circle cy="-34" r="34" fill="${ink}"/><path d="${sunRays()}" fill="${ink}"/><path d="M-84 32q21-18 42 0t42 0t42 0t42 0M-66 60q16.500-14 33 0t33 0t33 0t33 0M-42 86q14-12 28 0t28 0t28 0" fill="none" stroke="${ink}" stroke-width="11" stroke-linecap="round"/>`,
  noche: (ink) =>
    `<path d="M22 -84A80 80 0 1 0 82 34A64 64 0 1 1 22 -84Z" fill="${ink}"/><path d="${southernCross(40, -22, 40)}" fill="${ink}"/><path d="${star(-86, -74, 13)}" fill="${ink}"/>`,
  semillera: (ink) =>
    `<path d="${seedOutline(62, 84)}" fill="none" stroke="${ink}" stroke-width="10"/><path d="M0 92V-34M0 4C30 2 52 -20 54 -52C20 -50 2 -28 0 4ZM0 44C-30 42 -52 20 -54 -12C-20 -10 -2 12 0 44Z" fill="${ink}" stroke="${ink}" stroke-width="8" stroke-linejoin="round"/>`,
  andino: (ink) =>
    `<path d="M-104 66L-38 -46L-4 12L34 -64L104 66Z" fill="none" stroke="${ink}" stroke-width="11" stroke-linejoin="round"/><path d="M10 -20L34 -64L60 -16L40 -28L26 -8Z" fill="${ink}"/><path d="M-58 -10L-38 -46L-18 -12L-36 -20Z" fill="${ink}"/><path d="${star(-4, -84, 20)}" fill="${ink}"/>`,
}

/** Outlines of the bowls, from the rim at y = 250 down to the stem, as half widths. */
const bowls: Record<Contest, { rim: number; side: string; handle: string }> = {
  litoral: { rim: 150, side: 'C150 430 95 540 34 580', handle: 'M146 290C262 286 252 450 108 474' },
  noche: {
    rim: 158,
    side: 'C166 400 150 520 34 588',
    handle: 'M152 300C222 268 268 330 232 384C204 424 164 420 126 456',
  },
  semillera: {
    rim: 128,
    side: 'C176 350 168 520 34 588',
    handle: 'M140 312C236 276 272 400 196 440C170 456 150 474 112 500',
  },
  andino: { rim: 168, side: 'C150 350 104 470 34 582', handle: 'M158 282L236 300L208 402L104 446' },
}

export function trophy(award: Award): string {
  const middle = 450
  const ink = `url(#${award.metal})`
  return svg(
    900,
    1100,
    `${materials(7)}<radialGradient id="stage" cx=".5" cy=".4" r=".8"><stop offset="0" stop-color="#24513C"/><stop offset="1" stop-color="#07120D"/></radialGradient>
<radialGradient id="inside" cx=".5" cy=".2" r=".9"><stop offset="0" stop-color="#1d1406"/><stop offset="1" stop-color="#6d5217"/></radialGradient>
<linearGradient id="turn" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".28" stop-color="#fff" stop-opacity=".22"/><stop offset=".45" stop-color="#000" stop-opacity="0"/><stop offset=".8" stop-color="#000" stop-opacity=".14"/><stop offset="1" stop-color="#000" stop-opacity=".58"/></linearGradient>`,
    `<rect width="900" height="1100" fill="url(#stage)"/>${wedges(middle, 400, 900)}<g transform="translate(${middle},0)">${laurel(1, award.metal)}${laurel(-1, award.metal)}${cup(award, ink)}${plinth(award, ink)}</g>${grain(900, 1100, 0.1)}`,
  )
}

function cup({ contest, metal, slug }: Award, ink: string): string {
  const { rim, side, handle } = bowls[contest]
  const mirrored = mirror(side)
  const body = `M-${rim} 250H${rim}${side}V676C34 716 112 722 116 780H-116C-112 722 -34 716 -34 676V580${mirrored}Z`
  const engraved =
    contest === 'litoral'
      ? `<g transform="translate(0,486)">${leaf({ radius: 150, leaflets: 7, random: seededRandom(slug), fill: '#10231B', vein: metalLine[metal], veinWidth: 1.4 })}</g>`
      : `<g transform="translate(0,390) scale(.84)">${emblems[contest]('#10231B')}</g>`
  const edge = `fill="none" stroke="#000" stroke-opacity=".35" stroke-width="2"`
  return `<path d="${handle}M${mirrorPath(handle)}" fill="none" stroke="#2a1c08" stroke-width="27" stroke-linejoin="round" stroke-linecap="round" opacity=".55"/><path d="${handle}M${mirrorPath(handle)}" fill="none" stroke="${ink}" stroke-width="22" stroke-linejoin="round" stroke-linecap="round"/>
<path d="${body}" fill="${ink}" filter="url(#brushed)"/><path d="${body}" fill="url(#turn)"/><path d="${body}" ${edge}/>
<ellipse cy="588" rx="52" ry="17" fill="${ink}"/><ellipse cy="588" rx="52" ry="17" ${edge}/><ellipse cy="676" rx="44" ry="14" fill="${ink}"/><ellipse cy="676" rx="44" ry="14" ${edge}/>
<ellipse cy="250" rx="${rim}" ry="24" fill="url(#inside)"/><ellipse cy="248" rx="${rim}" ry="23" fill="none" stroke="${ink}" stroke-width="7"/>${engraved}`
}

const metalLine: Record<Metal, string> = { gold: '#C4942F', silver: '#B5BDBA', bronze: '#C98A5A' }

function plinth({ place, cup: name, city, year }: Award, ink: string): string {
  const middle = { x: 0, anchor: 'middle' } as const
  return `<ellipse cy="1004" rx="250" ry="24" fill="#000" opacity=".6" filter="url(#near)"/><rect x="-170" y="776" width="340" height="38" rx="8" fill="${ink}"/><rect x="-170" y="776" width="340" height="38" rx="8" fill="url(#turn)" opacity=".7"/><rect x="-214" y="810" width="428" height="188" rx="12" fill="#0B1511" stroke="${ink}" stroke-width="5"/>
${textPath(place, { ...middle, font: display(900, 120), size: 66, y: 880, fill: '#F7E3A1', maxWidth: 380 })}${textPath(name, { ...middle, font: italic(600), size: 40, y: 930, fill: '#F6F1E7', maxWidth: 384 })}${textPath(`${city} · ${year}`.toUpperCase(), { ...middle, font: mono(), size: 24, y: 970, fill: '#F7E3A1', tracking: 2, maxWidth: 384 })}`
}

/** One branch of laurel: a bowed stem with leaves in pairs, largest in its middle, closing above like a wreath. */
function laurel(side: 1 | -1, metal: Metal): string {
  const radius = 318
  const centre = 432
  const at = (degrees: number, r = radius) => {
    const a = (degrees * Math.PI) / 180
    return { x: side * r * Math.sin(a), y: centre + r * Math.cos(a) }
  }
  const from = 8
  const to = 138
  const stem = Array.from({ length: 40 }, (_, i) => at(from + ((to - from) * i) / 39)).map(
    ({ x, y }) => `${n(x)} ${n(y)}`,
  )
  const pairs = 11
  const leaves = Array.from({ length: pairs }, (_, i) => {
    const u = i / (pairs - 1)
    const degrees = from + 8 + (to - from - 8) * u
    const size = 0.72 + 0.4 * Math.sin(Math.PI * (0.15 + 0.75 * u))
    const { x, y } = at(degrees)
    // The stem runs towards larger angles; a leaf points along it, opened to one side.
    const along = Math.atan2(-Math.sin((degrees * Math.PI) / 180), side * Math.cos((degrees * Math.PI) / 180))
    return [34, -34]
      .map((open) =>
        blade(x, y, (along * 180) / Math.PI + 90 + open, size * (open * side > 0 ? 1.05 : 0.92), metal),
      )
      .join('')
  })
  const end = at(to + 1)
  const tip = blade(
    end.x,
    end.y,
    (Math.atan2(-Math.sin((to * Math.PI) / 180), side * Math.cos((to * Math.PI) / 180)) * 180) / Math.PI + 90,
    0.82,
    metal,
  )
  return `<path d="M${stem.join('L')}" fill="none" stroke="${metalLine[metal]}" stroke-width="7" stroke-linecap="round"/>${leaves.join('')}${tip}`
}

function blade(x: number, y: number, degrees: number, size: number, metal: Metal): string {
  return `<g transform="translate(${n(x)},${n(y)}) rotate(${n(degrees)}) scale(${n(size)})"><path d="M0 0C24 -18 25 -58 0 -88C-25 -58 -24 -18 0 0Z" fill="url(#${metal})" stroke="#07120D" stroke-opacity=".5" stroke-width="2"/><path d="M0 0C24 -18 25 -58 0 -88Z" fill="#000" opacity=".16"/><path d="M0 -4V-76" stroke="#07120D" stroke-opacity=".35" stroke-width="2.500"/></g>`
}

function wedges(x: number, y: number, reach: number): string {
  const shape = Array.from({ length: 40 }, (_, i) => {
    const a = (i / 40) * Math.PI * 2
    return polygon([
      [x, y],
      [x + reach * Math.cos(a), y + reach * Math.sin(a)],
      [x + reach * Math.cos(a + 0.05), y + reach * Math.sin(a + 0.05)],
    ])
  })
  return `<path d="${shape.join('')}" fill="#E9A820" opacity=".07"/>`
}

function sunRays(): string {
  return Array.from({ length: 9 }, (_, i) => {
    const a = Math.PI + (i * Math.PI) / 8
    const point = (angle: number, r: number) => [Math.cos(angle) * r, -34 + Math.sin(angle) * r] as const
    return polygon([point(a - 0.09, 44), point(a, 70), point(a + 0.09, 44)])
  }).join('')
}

/** The cubic of a right side, drawn back up on the left: control points reversed and x negated. */
function mirror(side: string): string {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = side.slice(1).split(' ').map(Number)
  const rim = sideStart(side)
  return `C${-x2} ${y2} ${-x1} ${y1} ${-rim} 250`
}

const sideStart = (side: string): number =>
  Object.values(bowls).find((bowl) => bowl.side === side)?.rim ?? 150

/** The same path on the left: every x negated (absolute M, C and L only), without its leading M. */
function mirrorPath(path: string): string {
  return path.slice(1).replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${-Number(x)} ${y}`)
}

const discs: Record<Contest, readonly [disc: string, ink: string]> = {
  litoral: [house.ceibo, '#FBEBC8'],
  noche: ['#17394F', '#F6E7B4'],
  semillera: [house.yerba, '#F7E3A1'],
  andino: ['#4E3566', '#F7E3C1'],
}

export function contestLogo(contest: Contest): string {
  const [disc, ink] = discs[contest]
  return svg(
    400,
    400,
    '',
    `<circle cx="200" cy="200" r="200" fill="${disc}"/><circle cx="200" cy="200" r="182" fill="none" stroke="${ink}" stroke-width="6"/><circle cx="200" cy="200" r="169" fill="none" stroke="${ink}" stroke-width="2.500" opacity=".7"/><g transform="translate(200,200) scale(1.16)">${emblems[contest](ink)}</g>`,
  )
}

/** For the head of the awards page: four cups before the puna at dusk, on the right; the left stays calm. */
export function awardsBanner(width: number, height: number): string {
  const wide = width / height > 2
  const palette = palettes.quebrada
  const view = scene({
    width,
    height,
    palette,
    random: seededRandom('trofeos'),
    disc: { look: 'sun', x: wide ? 0.74 : 0.5, y: wide ? 0.5 : 0.36, radius: wide ? 0.4 : 0.26 },
    horizon: wide ? 0.56 : 0.5,
  })
  const cups: Award[] = [
    { slug: 'a', place: '', cup: '', city: '', year: 0, metal: 'silver', contest: 'noche' },
    { slug: 'b', place: '', cup: '', city: '', year: 0, metal: 'bronze', contest: 'semillera' },
    { slug: 'c', place: '', cup: '', city: '', year: 0, metal: 'gold', contest: 'litoral' },
  ]
  const scale = (height / 1100) * (wide ? 1.12 : 0.9)
  const base = height * (wide ? 0.94 : 0.9)
  const places = wide ? [0.615, 0.865, 0.74] : [0.24, 0.76, 0.5]
  const drawn = cups.map((award, i) => {
    const k = scale * (i === 2 ? 1.12 : 0.86)
    const foot = `<ellipse cy="806" rx="220" ry="26" fill="#000" opacity=".55" filter="url(#near)"/><rect x="-170" y="776" width="340" height="38" rx="8" fill="url(#${award.metal})"/><rect x="-170" y="776" width="340" height="38" rx="8" fill="url(#turn)" opacity=".7"/>`
    return `<g transform="translate(${n(width * (places[i] ?? 0))},${n(base)}) scale(${n(k)}) translate(0,-814)">${i === 2 ? laurel(1, 'gold') + laurel(-1, 'gold') : ''}${foot}${cup(award, `url(#${award.metal})`)}</g>`
  })
  return svg(
    width,
    height,
    `${materials(9)}${view.defs}<radialGradient id="inside" cx=".5" cy=".2" r=".9"><stop offset="0" stop-color="#1d1406"/><stop offset="1" stop-color="#6d5217"/></radialGradient>
<linearGradient id="turn" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".28" stop-color="#fff" stop-opacity=".22"/><stop offset=".45" stop-color="#000" stop-opacity="0"/><stop offset=".8" stop-color="#000" stop-opacity=".14"/><stop offset="1" stop-color="#000" stop-opacity=".58"/></linearGradient>`,
    `${view.body}${drawn.join('')}${grain(width, height, 0.12)}`,
  )
}
