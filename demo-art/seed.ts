/** The seed, its outline as the mark of the house, and the sprout that comes out of it. */
import { n } from './svg.ts'

const WIDTH = 86
const HEIGHT = 116

/** The egg of the house mark. */
export function seedOutline(width = WIDTH, height = HEIGHT): string {
  const points = Array.from({ length: 72 }, (_, i) => {
    const angle = (i / 72) * 2 * Math.PI
    const x = width * Math.cos(angle) * (1 - 0.16 * Math.sin(angle))
    const y = -height * Math.sin(angle) * (1 + 0.05 * Math.sin(angle))
    return `${n(x)} ${n(y)}`
  })
  return `M${points.join('L')}Z`
}

/** The fruit of Cannabis sativa from its flat side: 0.78 as wide as long, round where it sat, pointed at the tip. */
const ACHENE =
  'M0 -118C15 -112 66 -76 84 -12C100 50 62 110 8 114H-8C-62 110 -100 50 -84 -12C-66 -76 -15 -112 0 -118Z'
/** The two valves meet in a ridge, which from this side lies on the silhouette. */
const RIDGE = 'M0 -118C15 -112 66 -76 84 -12C100 50 62 110 8 114'
const COATS = 3

interface SeedPlace {
  x: number
  y: number
  scale: number
  degrees: number
  coat?: string
  /** Which of three mottlings, by any whole number. */
  mottling?: number
  shadow?: boolean
}

/** Needs `materials()` among the defs. At scale 1 the seed is 232 high. */
export function seed({
  x,
  y,
  scale,
  degrees,
  coat = '#96794F',
  mottling = 0,
  shadow = true,
}: SeedPlace): string {
  const angle = (-degrees * Math.PI) / 180
  // Light comes from the upper left, whichever way the seed lies.
  const [away, down] = [
    Math.cos(angle) * 12 - Math.sin(angle) * 16,
    Math.sin(angle) * 12 + Math.cos(angle) * 16,
  ]
  const contact = shadow
    ? `<path d="${ACHENE}" transform="translate(${n(away)},${n(down)})" fill="#000" opacity=".42" filter="url(#near)"/>`
    : ''
  const lit = `<g transform="rotate(${n(-degrees)})"><circle r="150" fill="url(#seedlight)"/></g>`
  return `<g transform="translate(${n(x)},${n(y)}) rotate(${n(degrees)}) scale(${n(scale)})">${contact}
<g clip-path="url(#achene)"><path d="${ACHENE}" fill="${coat}" filter="url(#coat${mottling % COATS})"/>
<path d="${RIDGE}" fill="none" stroke="#1C120A" stroke-opacity=".5" stroke-width="17"/><path d="${RIDGE}" fill="none" stroke="#C9B58A" stroke-opacity=".7" stroke-width="9"/>
<ellipse cy="110" rx="21" ry="8" fill="#D8C79E"/><ellipse cy="111" rx="12" ry="4.5" fill="#4A3520"/>${lit}</g></g>`
}

export const seedClip = `<clipPath id="achene"><path d="${ACHENE}"/></clipPath>`

/** A seedling with two round seed leaves and two young serrated ones, standing on (0, 0) and `height` high. */
export function seedling(height: number, green = '#4E8F5B', pale = '#A8CF97'): string {
  const k = height / 300
  const blade = (side: number) =>
    `<path d="M0 -190C${40 * side} -250 ${118 * side} -262 ${168 * side} -222C${130 * side} -176 ${56 * side} -164 0 -190Z" fill="${green}"/><path d="M0 -190C${52 * side} -214 ${104 * side} -226 ${150 * side} -220" fill="none" stroke="${pale}" stroke-width="5" stroke-linecap="round"/>`
  const young = (side: number) =>
    `<path d="M0 -196C${4 * side} -240 ${22 * side} -288 ${58 * side} -306C${62 * side} -262 ${40 * side} -214 0 -196Z" fill="${pale}"/><path d="M${3 * side} -200C${16 * side} -240 ${32 * side} -272 ${52 * side} -296" fill="none" stroke="${green}" stroke-width="4" stroke-linecap="round"/>`
  return `<g transform="scale(${n(k)})"><path d="M0 4C-14 -60 12 -120 0 -192" fill="none" stroke="${pale}" stroke-width="16" stroke-linecap="round"/>${young(1)}${young(-1)}${blade(1)}${blade(-1)}</g>`
}
