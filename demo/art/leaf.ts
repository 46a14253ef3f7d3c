/** The leaf: an odd number of serrated leaflets fanned from one point, drawn from its formula, tip towards −y. */
import type { Random } from './random.ts'
import { n, type Point } from './svg.ts'

export interface LeafStyle {
  radius: number
  leaflets: 5 | 7 | 9
  random: Random
  fill: string
  vein?: string
  veinWidth?: number
  stem?: boolean
}

export function leaf({
  radius,
  leaflets,
  random,
  fill,
  vein,
  veinWidth = 1,
  stem = true,
}: LeafStyle): string {
  const half = (leaflets - 1) / 2
  const fingers = Array.from({ length: leaflets }, (_, i) => {
    const side = Math.sign(i - half)
    const outward = Math.abs(i - half) / half
    const length = radius * (1 - 0.62 * outward ** 1.25) * (0.97 + random() * 0.06)
    return {
      outward,
      degrees: side * 118 * outward ** 0.92,
      ...leaflet(
        length,
        0.105 * length * (1 + 0.25 * outward),
        Math.round(9 + 8 * (1 - outward)),
        -side * 0.1 * outward,
      ),
    }
  }).toSorted((a, b) => b.outward - a.outward) // the outer ones lie below

  const drawn = fingers.map(({ degrees, outline, veins }) => {
    const lines = vein
      ? `<path d="${veins}" fill="none" stroke="${vein}" stroke-width="${veinWidth}" stroke-linecap="round"/>`
      : ''
    return `<g transform="rotate(${n(degrees)})"><path d="${outline}" fill="${fill}"/>${lines}</g>`
  })
  const r = radius
  const petiole = `<path d="M0 0C${n(r * 0.01)} ${n(r * 0.15)} ${n(-r * 0.03)} ${n(r * 0.3)} ${n(r * 0.02)} ${n(r * 0.44)}" fill="none" stroke="${fill}" stroke-width="${n(r * 0.022)}" stroke-linecap="round"/>`
  return (stem ? petiole : '') + drawn.join('')
}

function leaflet(length: number, width: number, teeth: number, bend: number) {
  const axis = (t: number): Point => [bend * length * t * t, -length * t]
  const halfWidth = (t: number) => width * Math.sin(Math.PI * t ** 0.78) ** 1.15

  function margin(t: number, side: number, out = 0): Point {
    const [x, y] = axis(t)
    const slope = 2 * bend * t
    const reach = ((halfWidth(t) + out) * side) / Math.hypot(slope, 1)
    return [x + reach, y + slope * reach]
  }

  function edge(side: number): Point[] {
    return Array.from({ length: teeth }, (_, k) => {
      const t = 0.1 + (0.86 * k) / teeth
      const tip = Math.min(t + (1.05 * 0.86) / teeth, 0.985)
      return [margin(t, side), margin(tip, side, 0.16 * width * Math.sin(Math.PI * t))]
    }).flat()
  }

  let veins = `M0 0Q0 ${n(-length / 2)} ${pair(axis(0.97))}`
  for (let k = 1; k < teeth; k++) {
    const t = 0.08 + (0.86 * k) / teeth
    for (const side of [1, -1]) {
      const [fromX, fromY] = axis(t - 0.055)
      const [toX, toY] = margin(t, side)
      const end = margin(Math.min(t + 0.02, 0.98), side, -0.12 * width)
      veins += `M${n(fromX)} ${n(fromY)}Q${n((fromX + toX) / 2)} ${n((fromY + toY) / 2 - length * 0.012)} ${pair(end)}`
    }
  }
  const points: Point[] = [...edge(1), axis(1), ...edge(-1).toReversed()]
  return { outline: `M0 0L${points.map(pair).join('L')}Z`, veins }
}

const pair = ([x, y]: Point): string => `${n(x)} ${n(y)}`
