/** Suns, moons and stars. */
import type { Place } from './motifs/place.ts'
import { n, type Point, polygon } from './svg.ts'

export type DiscLook = 'sun' | 'rings' | 'bars' | 'plain' | 'moon' | 'crescent' | 'polar'

interface At {
  x: number
  y: number
  radius: number
}

type DrawDisc = (at: At, place: Place) => string

const body = ({ x, y, radius }: At, colour: string): string => {
  const circle = `cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"`
  return `<circle ${circle} fill="${colour}"/><circle ${circle} fill="url(#discshade)" filter="url(#stipple)"/>`
}

/** Suns and moons. Scenes with `moon` or `polar` also get stars, with `moon` the Southern Cross too. */
export const discs: Record<DiscLook, DrawDisc> = {
  sun: (at, { palette }) => rays(at, palette.light) + body(at, palette.light),
  plain: (at, { palette }) => body(at, palette.light),
  moon: (at, { palette }) => glow(at, palette.light) + body(at, palette.light) + craters(at, palette.shade),
  polar: (at, { palette }) => body(at, palette.light),
  rings: (at, { palette }) => {
    const rings = [1.85, 1.55, 1.26].map(
      (k, i) =>
        `<circle cx="${n(at.x)}" cy="${n(at.y)}" r="${n(at.radius * k)}" fill="${palette.light}" opacity="${[0.14, 0.2, 0.3][i]}"/>`,
    )
    return rings.join('') + body(at, palette.light)
  },
  bars: ({ x, y, radius }, { palette }) => {
    const slits = Array.from({ length: 5 }, (_, i) => {
      const top = y + radius * (0.05 + 0.19 * i)
      return `<rect x="${n(x - radius)}" y="${n(top)}" width="${n(radius * 2)}" height="${n(radius * (0.03 + 0.022 * i))}" fill="#000"/>`
    })
    const box = `x="${n(x - radius)}" y="${n(y - radius)}" width="${n(radius * 2)}" height="${n(radius * 2)}"`
    return `<mask id="slits" maskUnits="userSpaceOnUse" ${box}><rect ${box} fill="#fff"/>${slits.join('')}</mask><g mask="url(#slits)">${body({ x, y, radius }, palette.light)}</g>`
  },
  crescent: ({ x, y, radius }, { palette }) => {
    const r = n(radius)
    const inner = n(radius * 0.82)
    return `<path d="M${n(x + radius * 0.3)} ${n(y - radius * 0.95)}A${r} ${r} 0 1 0 ${n(x + radius * 0.95)} ${n(y + radius * 0.3)}A${inner} ${inner} 0 1 1 ${n(x + radius * 0.3)} ${n(y - radius * 0.95)}Z" fill="${palette.light}"/>`
  },
}

function glow({ x, y, radius }: At, colour: string): string {
  return [1.5, 1.22]
    .map((k) => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius * k)}" fill="${colour}" opacity=".08"/>`)
    .join('')
}

function craters({ x, y, radius }: At, colour: string): string {
  const seas = [
    [-0.32, -0.25, 0.24],
    [0.12, -0.46, 0.12],
    [-0.05, 0.28, 0.17],
    [0.4, 0.05, 0.1],
  ] as const
  return seas
    .map(
      ([dx, dy, r]) =>
        `<circle cx="${n(x + dx * radius)}" cy="${n(y + dy * radius)}" r="${n(r * radius)}" fill="${colour}" opacity=".09"/>`,
    )
    .join('')
}

function rays({ x, y, radius }: At, colour: string): string {
  const at = (angle: number, distance: number): Point => [
    x + Math.cos(angle) * distance,
    y + Math.sin(angle) * distance,
  ]
  const shape = Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16
    const tip = radius * (i % 2 ? 1.55 : 1.95)
    return polygon([at(angle - 0.05, radius * 1.16), at(angle, tip), at(angle + 0.05, radius * 1.16)])
  })
  return `<path d="${shape.join('')}" fill="${colour}" opacity=".85"/>`
}

/** Four long points and four short ones. */
export function star(x: number, y: number, radius: number): string {
  return polygon(
    Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4 - Math.PI / 2
      const reach = i % 2 ? radius * 0.3 : radius
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
    }),
  )
}

/** The Southern Cross around (x, y). */
export function southernCross(x: number, y: number, size: number): string {
  const places = [
    [0, -1, 1],
    [0.02, 1.05, 1.15],
    [-0.62, -0.02, 0.95],
    [0.58, -0.28, 0.85],
    [0.28, 0.25, 0.5],
  ] as const
  return places.map(([dx, dy, r]) => star(x + dx * size, y + dy * size, r * size * 0.17)).join('')
}

/** Leaves out stars in front of the moon, and draws the cross on the other side. */
export function stars({ width, height, random, palette, disc, isWide }: Place, isSouthern: boolean): string {
  const small = Array.from({ length: 80 }, () => {
    const [x, y] = [random() * width, random() * height * 0.6]
    const opacity = n(0.3 + 0.6 * random())
    const size = (1.5 + random() * 3.6) * (width / 1200 + 0.4)
    if (Math.hypot(x - disc.x, y - disc.y) < disc.radius * 1.3) return ''
    return `<path d="${star(x, y, size)}" opacity="${opacity}"/>`
  })
  const isMoonLeft = disc.x < width / 2
  // Phones have text at the top of the picture: with a low moon the cross is beside it.
  const high = disc.y > height / 2 ? 0.62 : 0.22
  const cross = isWide
    ? southernCross(width * 0.91, height * 0.27, height * 0.15)
    : southernCross(width * (isMoonLeft ? 0.84 : 0.16), height * high, Math.min(width, height * 1.5) * 0.085)
  return `<g fill="${palette.light}">${small.join('')}${isSouthern ? `<path d="${cross}"/>` : ''}</g>`
}
