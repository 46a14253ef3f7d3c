/** The discs of the four brands. */
import { house } from './palettes.ts'
import { seedOutline } from './seed.ts'
import { n, svg } from './svg.ts'
import { display, textPath } from './text-path.ts'

interface Brandmark {
  slug: string
  name: string
  disc: string
  ink: string
  mark: (ink: string, disc: string) => string
}

/** A seed with its sprout cut out. */
export const seedMark = (ink: string, cut: string): string =>
  `<path d="${seedOutline(84, 112)}" fill="${ink}"/><path d="M0 120V-58" stroke="${cut}" stroke-width="12"/><path d="M0 -10C34 -12 64 -44 66 -86C26 -84 2 -54 0 -10ZM0 34C-34 32 -64 4 -66 -38C-26 -36 -2 -8 0 34Z" fill="${cut}" stroke="${cut}" stroke-width="8" stroke-linejoin="round"/>`

const waterMark = (ink: string): string => {
  const arcs = Array.from(
    { length: 5 },
    (_, i) => `M${i * 18 - 150} ${70 - i * 8}Q0 ${i * 46 - 140} ${150 - i * 18} ${70 - i * 8}`,
  )
  return `<path d="${arcs.join('')}" fill="none" stroke="${ink}" stroke-width="12" stroke-linecap="round"/><circle cy="-104" r="28" fill="${ink}"/>`
}

const peaksMark = (ink: string): string =>
  `<g fill="none" stroke="${ink}" stroke-width="13" stroke-linejoin="round" stroke-linecap="round"><path d="M-165 86L-58 -64L0 18L58 -96L165 86Z"/><path d="M-92 -16L-62 -4L-40 -38M22 -28L58 -10L96 -32"/></g>`

const needlesMark = (ink: string): string => {
  const needle = (i: number) =>
    `<g transform="rotate(${i * 60})"><path d="M0 -18L13 -60L0 -150L-13 -60Z" fill="${ink}"/><path d="M0 -84L38 -118M0 -84L-38 -118" stroke="${ink}" stroke-width="11" stroke-linecap="round"/></g>`
  return `${Array.from({ length: 6 }, (_, i) => needle(i)).join('')}<circle r="16" fill="${ink}"/>`
}

export const brandmarks: Brandmark[] = [
  { slug: 'marca-surbrote', name: 'Surbrote', disc: house.yerba, ink: house.cal, mark: seedMark },
  { slug: 'marca-estero-lunar', name: 'Estero Lunar', disc: house.rio, ink: house.cal, mark: waterMark },
  { slug: 'marca-cordon-austral', name: 'Cordón Austral', disc: '#9C4424', ink: house.cal, mark: peaksMark },
  { slug: 'marca-kvernholt', name: 'Kvernholt', disc: house.noche, ink: house.sol, mark: needlesMark },
]

export function logo({ name, disc, ink, mark }: Brandmark): string {
  const word = textPath(name.toUpperCase(), {
    font: display(850, 118),
    size: 56,
    x: 300,
    y: 462,
    anchor: 'middle',
    fill: ink,
    maxWidth: 410,
  })
  return svg(
    600,
    600,
    '',
    `<circle cx="300" cy="300" r="300" fill="${disc}"/><circle cx="300" cy="300" r="282" fill="none" stroke="${ink}" stroke-width="4" opacity=".55"/><g transform="translate(300,258) scale(${n(0.96)})">${mark(ink, disc)}</g>${word}`,
  )
}
