/** The size, colours and ridges that a motif is drawn with, and tools that several motifs use. */
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { n } from '../svg.ts'

export interface Place {
  width: number
  height: number
  palette: Palette
  random: Random
  disc: { x: number; y: number; radius: number }
  /** Height of the far ridge, in pixels. */
  horizon: number
  /** 1 on a pack, where the picture is 560 high. */
  unit: number
  isWide: boolean
  /** The height of the far (0), middle (1) or near (2) ridge at x. */
  ridge: (depth: 0 | 1 | 2, x: number) => number
}

/** What a motif adds: behind the hills, on each of the three, and in front of the plants (`over`). */
export interface Layers {
  defs?: string
  behind?: string
  far?: string
  middle?: string
  near?: string
  over?: string
}

export type Motif = (place: Place) => Layers

export function put(x: number, y: number, scale: number, inside: string, degrees = 0): string {
  const turn = degrees ? ` rotate(${n(degrees)})` : ''
  return `<g transform="translate(${n(x)},${n(y)})${turn} scale(${n(scale)})">${inside}</g>`
}

export const circle = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, degrees = 0): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${degrees ? ` transform="rotate(${n(degrees)} ${n(x)} ${n(y)})"` : ''}/>`

export const fill = (d: string, colour: string, opacity = 1): string =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}/>`

export const line = (d: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}/>`

/** Ground that covers the foot of a tree on the near ridge at (0, 0). */
export const mound = ({ palette }: Place, y: number, width: number): string =>
  oval(0, y, width, width * 0.14, palette.hills[2])

/** Joins the drawings for the numbers 0 to count − 1. */
export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** A pointed leaf from (0, 0) to (length, 0), with its middle vein and a darker half. */
export function simpleLeaf(length: number, width: number, colour: string, vein: string): string {
  const [near, far, tip] = [n(length * 0.25), n(length * 0.7), n(length)]
  const side = (w: number) => `C${near} ${n(w)} ${far} ${n(w * 0.9)} ${tip} 0`
  const back = `C${far} ${n(width * 0.9)} ${near} ${n(width)} 0 0`
  return (
    fill(`M0 0${side(-width)}${back}Z`, colour) +
    fill(`M0 0${side(width)}Z`, '#000', 0.16) +
    line(`M${n(length * 0.04)} 0L${n(length * 0.86)} 0`, vein, Math.max(1, width * 0.1), 0.8)
  )
}

/** Water from y downwards: broken lines that grow longer towards the viewer. */
export function water({ width, height, random, palette }: Place, from: number, colour?: string): string {
  const count = 11
  const lines = Array.from({ length: count }, (_, k) => {
    const y = from + (height - from) * ((k + 0.7) / count) ** 1.25
    const swell = height * 0.0022 * (1 + k * 0.12)
    const points = Array.from(
      { length: 41 },
      (_, i) => `${n((i / 40) * width)} ${n(y + Math.sin(i * 0.9 + k * 1.7) * swell)}`,
    )
    const dash = [24 + random() * 34, 50 + random() * 90, 50 + random() * 60, 60 + random() * 80]
    const dashes = dash.map((each) => n(each * (0.6 + k * 0.16) * (height / 560)))
    return `<path d="M${points.join('L')}" stroke-width="${n(height * (0.003 + 0.0005 * k))}" opacity="${n(0.75 - 0.035 * k)}" stroke-dasharray="${dashes.join(' ')}"/>`
  })
  return `<g fill="none" stroke="${colour ?? palette.light}" stroke-linecap="round">${lines.join('')}</g>`
}
