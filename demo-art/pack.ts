/** The blister pack from the front: landscape and leaf, name, parents, and the seeds under their domes. */
import { breakInTwo } from './break-in-two.ts'
import { leaf } from './leaf.ts'
import { materials } from './materials.ts'
import { packColours, type PackColours, type PackKind } from './palettes.ts'
import type { Poster } from './posters.ts'
import { seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { seed } from './seed.ts'
import { grain, n, svg, verticalGradient } from './svg.ts'
import { display, factPath, italic, label, textPath, textWidth } from './text-path.ts'

export interface PackFacts {
  slug: string
  brand: string
  name: string
  genotype: string
  kind: PackKind
  poster: Poster
  sativa: number
  seeds: number
  thc: string
  weeks: string
}

export const WIDTH = 1200
export const HEIGHT = 1500
export const card = { x: 220, y: 100, width: 760, height: 1290, padding: 44 }
const SCENE_TOP = card.y + 140
const SCENE_HEIGHT = 560

export function pack(facts: PackFacts): string {
  const { colours, defs, printed } = packFront(facts)
  return packOnBackdrop(colours, defs, printed)
}

/** What is printed on the front, and the window with the seeds. */
function packFront(facts: PackFacts) {
  const random = seededRandom(facts.slug)
  const colours = packColours[facts.kind]
  const view = scene({ ...facts.poster, width: card.width, height: SCENE_HEIGHT, random })
  const title = packTitle(facts, colours)
  const windowTop = title.bottom + 32
  const windowHeight = card.y + card.height - 92 - windowTop

  const rules = [SCENE_TOP - 6, SCENE_TOP + SCENE_HEIGHT].map(
    (y) => `<rect x="${card.x}" y="${y}" width="${card.width}" height="6" fill="${colours.rule}"/>`,
  )
  const landscape = `<g transform="translate(${card.x},${SCENE_TOP})"><g clip-path="url(#window)">${view.body}${bigLeaf(facts)}${view.over}</g></g>`
  const spec = factPath(
    [`THC ${facts.thc.replace(' ', '')}`, facts.weeks, `X${facts.seeds} SEMILLAS`].join('   ·   '),
    {
      size: 31,
      x: WIDTH / 2,
      y: windowTop + windowHeight + 58,
      anchor: 'middle',
      fill: colours.ink,
      maxWidth: card.width - 88,
    },
  )

  return {
    colours,
    seeds: { top: windowTop, height: windowHeight },
    defs: `${materials(Math.floor(random() * 900))}${view.defs}<clipPath id="window"><rect width="${card.width}" height="${SCENE_HEIGHT}"/></clipPath>`,
    printed: `${landscape}${rules.join('')}${packHeader(facts.brand, colours)}${title.drawn}${blister(facts, windowTop, windowHeight)}${spec}`,
  }
}

/** The front as an object without a backdrop, to be laid into a photograph, and where its window is. */
export function loosePack(facts: PackFacts) {
  const { colours, defs, printed, seeds } = packFront(facts)
  return { defs: `${defs}${cardDefs}`, body: packCard(colours, printed), seeds }
}

/** The card on its coloured backdrop; `printed` is the artwork on it. */
export function packOnBackdrop(colours: PackColours, defs: string, printed: string, degrees = -2): string {
  const whole = `width="${WIDTH}" height="${HEIGHT}"`
  return svg(
    WIDTH,
    HEIGHT,
    `${defs}${cardDefs}${verticalGradient('backdrop', ...colours.backdrop)}
<radialGradient id="spot" cx=".3" cy=".18" r=".8"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`,
    `<rect ${whole} fill="url(#backdrop)"/><rect ${whole} fill="url(#spot)"/>
<g transform="rotate(${degrees} 600 750)">${packCard(colours, printed)}</g>${grain(WIDTH, HEIGHT, 0.07)}`,
  )
}

const box = `width="${card.width}" height="${card.height}" rx="34"`
const cardDefs = `<clipPath id="card"><rect x="${card.x}" y="${card.y}" ${box}/></clipPath>
<linearGradient id="gloss" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".35" stop-color="#fff" stop-opacity="0"/><stop offset=".62" stop-color="#fff" stop-opacity=".1"/><stop offset=".7" stop-color="#fff" stop-opacity="0"/></linearGradient>`

/** The card with its shadows, euro slot and gloss. */
function packCard(colours: PackColours, printed: string): string {
  const { x, y, width, height } = card
  const sheet = `x="${x}" y="${y}" width="${width}" height="${height}"`
  const slot = `x="538" y="${y + 24}" width="124" height="26" rx="13"`
  return `<rect x="${x + 18}" y="${y + 46}" ${box} fill="#000" opacity=".42" filter="url(#soft)"/><rect x="${x + 4}" y="${y + 10}" ${box} fill="#000" opacity=".45" filter="url(#near)"/>
<g clip-path="url(#card)"><rect ${sheet} fill="${colours.card}"/>${printed}
<rect ${slot} fill="${colours.backdrop[1]}"/><rect ${slot} fill="#000" opacity=".25"/>
<rect ${sheet} fill="url(#gloss)"/></g>`
}

export function packHeader(brand: string, colours: PackColours): string {
  const y = card.y + 112
  const wordmark = {
    font: display(850, 125),
    size: 40,
    x: card.x + card.padding,
    y,
    fill: colours.ink,
    tracking: 1,
    maxWidth: 370,
  }
  const kind = {
    font: label(),
    size: 25,
    x: card.x + card.width - card.padding,
    y: y - 2,
    fill: colours.ink,
    anchor: 'end',
    tracking: 1,
  } as const
  return textPath(brand.toUpperCase(), wordmark) + textPath(colours.label, kind)
}

function packTitle({ name, genotype }: PackFacts, { ink }: PackColours) {
  const width = card.width - 2 * card.padding
  const left = { x: card.x + card.padding, fill: ink }
  const lines = breakInTwo(name.toUpperCase())
  const font = display()
  const wanted = lines.length > 1 ? 92 : 112
  const size = Math.min(wanted, ...lines.map((line) => (wanted * width) / textWidth(line, font, wanted)))
  const top = SCENE_TOP + SCENE_HEIGHT + (lines.length > 1 ? 100 : 112)
  const leading = Math.max(size, 74) * 0.96
  const drawn = lines.map((line, i) => textPath(line, { ...left, font, size, y: top + i * leading }))
  const bottom = top + (lines.length - 1) * leading + 54
  return {
    bottom,
    drawn:
      drawn.join('') + textPath(genotype, { ...left, font: italic(), size: 38, y: bottom, maxWidth: width }),
  }
}

/** Broad for an indica, narrow for a sativa. */
function bigLeaf({ slug, poster, sativa }: Pick<PackFacts, 'slug' | 'poster' | 'sativa'>): string {
  const { fingers, y, radius } = poster.leaf
  const [x, degrees] = poster.isMirrored
    ? [1 - poster.leaf.x, -poster.leaf.degrees]
    : [poster.leaf.x, poster.leaf.degrees]
  const { leaf: fill, vein } = poster.palette
  const shape = { radius, leaflets: fingers, breadth: 0.165 - 0.0011 * sativa } as const
  const shadow = leaf({ ...shape, random: seededRandom(`${slug} leaf`), fill: '#000' })
  const above = leaf({
    ...shape,
    random: seededRandom(`${slug} leaf`),
    fill,
    vein,
    veinWidth: 4.2,
    edge: isDark(fill) ? vein : undefined,
  })
  return `<g transform="translate(${n(card.width * x)},${n(SCENE_HEIGHT * y)}) rotate(${degrees})"><g transform="translate(8,14)" opacity=".35">${shadow}</g>${above}</g>`
}

/** A dark leaf needs a light edge, as the ground below it is dark too. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue < 100
}

/** Three or five seeds in one row, more in two. */
function blister({ slug, kind, seeds }: PackFacts, top: number, height: number): string {
  const random = seededRandom(`${slug} seeds`)
  const metal = kind === 'limited' ? 'gold' : 'silver'
  const rows = seeds > 5 ? 2 : 1
  const columns = Math.ceil(seeds / rows)
  const gap = (card.width - 84) / Math.max(columns, 3)
  const radius = Math.min(gap * 0.43, (height / rows) * (rows > 1 ? 0.45 : 0.4))
  const start = WIDTH / 2 - (gap * columns) / 2
  const coats = ['#96794F', '#866A45', '#A0855A']
  const domes = Array.from({ length: seeds }, (_, i) => {
    const x = start + gap * ((i % columns) + 0.5)
    const y = top + (height * (Math.floor(i / columns) + 0.5)) / rows
    return dome(
      x,
      y,
      radius,
      seed({
        x,
        y,
        scale: radius / 150,
        degrees: -28 + random() * 56,
        coat: coats[i % 3] ?? '',
        mottling: i,
      }),
    )
  })
  const box = `x="${card.x + 30}" y="${n(top)}" width="${card.width - 60}" height="${n(height)}" rx="26"`
  return `<rect ${box} fill="url(#${metal})" filter="url(#foil)"/><rect ${box} fill="none" stroke="#000" stroke-opacity=".25" stroke-width="3"/>${domes.join('')}`
}

function dome(x: number, y: number, r: number, inside: string): string {
  const circle = `cx="${n(x)}" cy="${n(y)}" r="${n(r)}"`
  return `<circle cx="${n(x + 6)}" cy="${n(y + 12)}" r="${n(r * 1.04)}" fill="#000" opacity=".35" filter="url(#near)"/><circle ${circle} fill="#0b1511" opacity=".82"/>${inside}<circle ${circle} fill="url(#dome)"/>
<path d="M${n(x - r * 0.62)} ${n(y - r * 0.34)}A${n(r * 0.72)} ${n(r * 0.72)} 0 0 1 ${n(x - r * 0.05)} ${n(y - r * 0.7)}" fill="none" stroke="#fff" stroke-width="${n(r * 0.09)}" stroke-linecap="round" opacity=".8"/><circle ${circle} fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>`
}
