/**
 * The leaf: an odd number of serrated leaflets fanned from one point, drawn from its formula, tip towards −y. The teeth
 * are curves, the veins taper, and the half of a leaflet that turns away from the light is darker.
 */
import type { Random } from './random.ts'
import { n, pair, type Point } from './svg.ts'

interface LeafStyle {
  radius: number
  leaflets: 5 | 7 | 9
  random: Random
  fill: string
  vein?: string
  /** Width of the middle vein where it begins. */
  veinWidth?: number
  stem?: boolean
  /** Half the width of a leaflet as a fraction of its length: 0.08 for a sativa, 0.15 for an indica. */
  breadth?: number
  /** Colour of a fine light edge, for a dark leaf on dark ground. */
  edge?: string | undefined
}

const TIP_OF_VEIN = 0.2

export function leaf({ radius, stem = true, breadth = 0.105, leaflets, random, ...look }: LeafStyle): string {
  const half = (leaflets - 1) / 2
  const spread = { 5: 80, 7: 102, 9: 116 }[leaflets]
  const fingers = Array.from({ length: leaflets }, (_, i) => {
    const side = Math.sign(i - half)
    const outward = Math.abs(i - half) / half
    const length = radius * (1 - 0.6 * outward ** 1.25) * (0.97 + random() * 0.06)
    const shape = leaflet({
      length,
      width: breadth * length * (1 + 0.22 * outward),
      teeth: Math.round(10 + 8 * (1 - outward)),
      bend: -side * 0.12 * outward,
      veinWidth: look.veinWidth ?? 1,
    })
    return { outward, degrees: side * spread * outward ** 0.92, ...shape }
  }).toSorted((a, b) => b.outward - a.outward) // the outer ones lie below
  const drawn = fingers.map(({ degrees, ...finger }) => painted(finger, degrees, look))
  return (stem ? petiole(radius, look) : '') + drawn.join('')
}

type Look = Pick<LeafStyle, 'fill' | 'vein' | 'veinWidth' | 'edge'>

function painted(
  { outline, away, midrib, veins }: ReturnType<typeof leaflet>,
  degrees: number,
  { fill, vein, veinWidth = 1, edge }: Look,
): string {
  const light = edge
    ? ` stroke="${edge}" stroke-opacity=".6" stroke-width="${n(veinWidth * 0.6)}" stroke-linejoin="round"`
    : ''
  const lines = vein
    ? `<path d="${away}" fill="#000" opacity=".16"/><path d="${veins}" fill="${vein}" opacity=".4"/><path d="${midrib}" fill="${vein}" opacity=".8"/>`
    : ''
  return `<g transform="rotate(${n(degrees)})"><path d="${outline}" fill="${fill}"${light}/>${lines}</g>`
}

function petiole(r: number, { fill, edge, veinWidth = 1 }: Look): string {
  const d = `M0 0C${n(r * 0.01)} ${n(r * 0.15)} ${n(-r * 0.03)} ${n(r * 0.3)} ${n(r * 0.02)} ${n(r * 0.44)}`
  const line = (colour: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round"/>`
  return (
    (edge ? `<g opacity=".6">${line(edge, r * 0.024 + veinWidth * 1.6)}</g>` : '') + line(fill, r * 0.024)
  )
}

interface LeafletShape {
  length: number
  width: number
  teeth: number
  /** How far the tip hangs to one side, as a fraction of the length. */
  bend: number
  veinWidth: number
}

function leaflet({ length, width, teeth, bend, veinWidth }: LeafletShape) {
  const axis = (t: number): Point => [bend * length * t * t, -length * t]
  const halfWidth = (t: number) => width * Math.sin(Math.PI * t ** 0.8) ** 1.1

  function margin(t: number, side: number, out = 0): Point {
    const at = Math.min(t, 0.99)
    const [x, y] = axis(at)
    const slope = 2 * bend * at
    const reach = ((halfWidth(at) + out) * side) / Math.hypot(slope, 1)
    return [x + reach, y + slope * reach]
  }

  /** From the base along one margin to the tip and back along the middle. */
  function halfOutline(side: number): string {
    const step = 0.88 / teeth
    const curves = Array.from({ length: teeth }, (_, k) => {
      const t = 0.09 + step * k
      const out = 0.24 * width * Math.sin(Math.PI * t) ** 0.8
      const tip = margin(t + step * 1.12, side, out)
      const back = margin(t + step, side, out * 0.25)
      return `Q${pair(margin(t + step * 0.45, side, out))} ${pair(tip)}Q${pair(back)} ${pair(margin(t + step, side))}`
    })
    return `M0 0L${pair(margin(0.09, side))}${curves.join('')}L${pair(axis(1))}Q0 ${n(-length / 2)} 0 0Z`
  }

  /** Ends at 86 % of the way to the margin. */
  function sideVein(t: number, side: number): string {
    const from = axis(t - 0.05)
    const root = axis(t + 0.035)
    const edge = margin(t + 0.035, side)
    const to: Point = [root[0] + 0.86 * (edge[0] - root[0]), root[1] + 0.86 * (edge[1] - root[1])]
    return tapered(from, to, 8 * side, veinWidth * 0.62, veinWidth * TIP_OF_VEIN)
  }

  const count = teeth - 1
  const veins = Array.from({ length: count }, (_, k) => {
    const t = 0.13 + (0.72 * k) / (count - 1)
    return sideVein(t, 1) + sideVein(t, -1)
  })
  const bow = (Math.atan(bend) * 180) / Math.PI
  return {
    outline: halfOutline(1) + halfOutline(-1),
    away: halfOutline(1),
    midrib: tapered([0, 0], axis(0.96), -bow, veinWidth, veinWidth * TIP_OF_VEIN),
    veins: veins.join(''),
  }
}

/** A line that grows thinner, bent by some degrees at both ends. */
function tapered(from: Point, to: Point, degrees: number, start: number, end: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const long = Math.hypot(dx, dy) || 1
  const across: Point = [-dy / long, dx / long]
  const sag = (long / 2) * Math.tan((degrees * Math.PI) / 180)
  const middle: Point = [(from[0] + to[0]) / 2 + across[0] * sag, (from[1] + to[1]) / 2 + across[1] * sag]
  const off = ([x, y]: Point, by: number) => pair([x + across[0] * by, y + across[1] * by])
  const [a, m, b] = [start / 2, (start + end) / 4, end / 2]
  return `M${off(from, a)}Q${off(middle, m)} ${off(to, b)}L${off(to, -b)}Q${off(middle, -m)} ${off(from, -a)}Z`
}
