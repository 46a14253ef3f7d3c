/** The pack from behind: family tree, sowing calendar for both halves of the world, and room for the official label. */
import { materials } from './materials.ts'
import { card, packHeader, packOnBackdrop, type PackFacts } from './pack.ts'
import { packColours, type PackColours } from './palettes.ts'
import { seededRandom } from './random.ts'
import { seedOutline } from './seed.ts'
import { n } from './svg.ts'
import { display, factPath, italic, label, textPath } from './text-path.ts'

export interface PackBackFacts extends PackFacts {
  indica: number
  rows: readonly (readonly [label: string, value: string])[]
}

const left = card.x + card.padding
const width = card.width - 2 * card.padding

export function packBack(facts: PackBackFacts): string {
  const colours = packColours[facts.kind]
  const strip = `<rect x="${card.x}" y="240" width="${card.width}" height="6" fill="${colours.rule}"/>`
  const name = textPath(facts.name.toUpperCase(), {
    font: display(),
    size: 64,
    x: left,
    y: 326,
    fill: colours.ink,
    maxWidth: width,
  })
  return packOnBackdrop(
    colours,
    materials(Math.floor(seededRandom(`${facts.slug} back`)() * 900)),
    `${packHeader(facts.brand, colours)}${strip}${name}${familyTree(facts, colours)}${balance(facts, colours)}${calendar(facts, colours)}${factRows(facts, colours)}${labelZone(facts, colours)}`,
    1.5,
  )
}

function heading(text: string, y: number, { ink }: PackColours): string {
  return textPath(text, { font: label(), size: 22, x: left, y, fill: ink, tracking: 2 })
}

function familyTree({ genotype, name }: PackFacts, colours: PackColours): string {
  const [mother = genotype, father = 'Selección propia'] = genotype.split(' × ')
  const top = 412
  const box = 314
  const parent = (x: number, sign: string, who: string) =>
    `<rect x="${x}" y="${top}" width="${box}" height="66" rx="33" fill="none" stroke="${colours.ink}" stroke-width="3"/>${textPath(sign, { font: display(800, 100), size: 34, x: x + 28, y: top + 45, fill: colours.ink })}${textPath(who, { font: italic(600), size: 33, x: x + 64, y: top + 44, fill: colours.ink, maxWidth: box - 92 })}`
  const right = left + width - box
  const middle = left + width / 2
  const stems = `<path d="M${left + box / 2} ${top + 66}v24q0 16 16 16H${right + box / 2 - 16}q16 0 16-16v-24M${middle} ${top + 106}v22" fill="none" stroke="${colours.ink}" stroke-width="3"/>`
  const child = `<g transform="translate(${middle},${top + 166})"><path d="${seedOutline(27, 36)}" fill="${colours.rule}"/></g>`
  return `${heading('GENEALOGÍA', 392, colours)}${parent(left, '+', mother)}${parent(right, '×', father)}${stems}${child}${textPath(name, { font: italic(600), size: 36, x: middle + 44, y: top + 178, fill: colours.ink, maxWidth: 260 })}`
}

function balance({ indica, sativa }: PackBackFacts, colours: PackColours): string {
  const y = 676
  const share = (width * indica) / (indica + sativa || 1)
  const text = { size: 24, y: y - 14, fill: colours.ink }
  return `${factPath(`ÍNDICA ${indica} %`, { ...text, x: left })}${factPath(`SATIVA ${sativa} %`, { ...text, x: left + width, anchor: 'end' })}<rect x="${left}" y="${y}" width="${width}" height="20" rx="10" fill="${colours.ink}" opacity=".22"/><rect x="${left}" y="${y}" width="${n(share)}" height="20" rx="10" fill="${colours.rule}"/>`
}

/** Months as [sow, sow, …] and [harvest, …], January being 0, in the southern half of the world. */
const seasons = {
  photoperiod: { sow: [8, 9, 10], grow: [11, 0, 1], harvest: [2, 3] },
  automatic: { sow: [8, 9, 10, 11, 0], grow: [1], harvest: [2, 3] },
}

function calendar({ kind }: PackFacts, colours: PackColours): string {
  const top = 778
  const column = (width - 116) / 12
  const months = [...'EFMAMJJASOND'].map((letter, i) =>
    textPath(letter, {
      font: label(),
      size: 22,
      x: left + 116 + column * (i + 0.5),
      y: top,
      anchor: 'middle',
      fill: colours.ink,
    }),
  )
  const { sow, grow, harvest } = kind === 'auto' ? seasons.automatic : seasons.photoperiod
  const row = (half: string, y: number, shift: number) => {
    const cells = Array.from({ length: 12 }, (_, month) => {
      const south = (month + shift) % 12
      const look = sow.includes(south)
        ? `fill="${colours.rule}"`
        : harvest.includes(south)
          ? `fill="${colours.ink}"`
          : `fill="${colours.ink}" opacity="${grow.includes(south) ? 0.34 : 0.1}"`
      return `<rect x="${n(left + 116 + column * month + 3)}" y="${y}" width="${n(column - 6)}" height="34" rx="7" ${look}/>`
    })
    return textPath(half, { font: label(), size: 22, x: left, y: y + 25, fill: colours.ink }) + cells.join('')
  }
  const key = (x: number, fill: string, text: string) =>
    `<rect x="${x}" y="${top + 108}" width="22" height="22" rx="5" ${fill}/>${textPath(text, { font: label(), size: 21, x: x + 32, y: top + 126, fill: colours.ink })}`
  return `${heading('SIEMBRA', top - 30, colours)}${months.join('')}${row('SUR', top + 16, 0)}${row('NORTE', top + 60, 6)}${key(left + 116, `fill="${colours.rule}"`, 'siembra')}${key(left + 286, `fill="${colours.ink}" opacity=".34"`, 'crecimiento')}${key(left + 506, `fill="${colours.ink}"`, 'cosecha')}`
}

function factRows({ rows }: PackBackFacts, colours: PackColours): string {
  return rows
    .slice(0, 4)
    .map(([what, value], i) => {
      const y = 974 + i * 46
      const text = { size: 25, y, fill: colours.ink }
      return `${textPath(what.toUpperCase(), { ...text, font: label(), x: left })}${factPath(value, { ...text, x: left + width, anchor: 'end', maxWidth: 360 })}<path d="M${left} ${y + 14}h${width}" stroke="${colours.ink}" stroke-opacity=".25" stroke-width="2"/>`
    })
    .join('')
}

function labelZone({ slug, seeds }: PackFacts, colours: PackColours): string {
  const random = seededRandom(`${slug} label`)
  const top = 1160
  let x = left + width - 206
  const bars: string[] = []
  while (x < left + width - 30) {
    const bar = 2 + Math.floor(random() * 4) * 2
    bars.push(`<rect x="${x}" y="${top + 34}" width="${bar}" height="96"/>`)
    x += bar + 3 + Math.floor(random() * 3) * 2
  }
  const ink = '#10231B'
  const text = { x: left + 30, fill: ink, maxWidth: width - 270 }
  return `<rect x="${left}" y="${top}" width="${width}" height="164" rx="18" fill="#FBF8F1"/><rect x="${left + 9}" y="${top + 9}" width="${width - 18}" height="146" rx="12" fill="none" stroke="${ink}" stroke-width="2.5" stroke-dasharray="10 8"/><g fill="${ink}">${bars.join('')}</g>${textPath('RÓTULO DE MUESTRA', { ...text, font: display(800, 110), size: 34, y: top + 60 })}${textPath('Espacio para el rótulo oficial', { ...text, font: italic(), size: 29, y: top + 98 })}${factPath(`CONTENIDO: ${seeds} SEMILLAS`, { ...text, size: 23, y: top + 132 })}${textPath('Mantener en lugar fresco y seco. Venta a mayores de 18 años.', { font: italic(), size: 26, x: left + width / 2, y: top + 204, anchor: 'middle', fill: colours.ink, maxWidth: width })}`
}
