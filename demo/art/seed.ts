/** The seed: an egg with a striped coat, a seam and light from the upper left; and the sprout that comes out of it. */
import { n } from './svg.ts'

const WIDTH = 86
const HEIGHT = 116

export function seedOutline(width = WIDTH, height = HEIGHT): string {
  const points = Array.from({ length: 72 }, (_, i) => {
    const angle = (i / 72) * 2 * Math.PI
    const x = width * Math.cos(angle) * (1 - 0.16 * Math.sin(angle))
    const y = -height * Math.sin(angle) * (1 + 0.05 * Math.sin(angle))
    return `${n(x)} ${n(y)}`
  })
  return `M${points.join('L')}Z`
}

export interface SeedPlace {
  x: number
  y: number
  scale: number
  degrees: number
  coat?: string
  shadow?: boolean
}

/** Needs `materials()` among the defs. At scale 1 the seed is 232 high. */
export function seed({ x, y, scale, degrees, coat = '#9A7B52', shadow = true }: SeedPlace): string {
  const outline = seedOutline()
  const contact = shadow
    ? '<ellipse cx="10" cy="22" rx="88" ry="112" fill="#000" opacity=".38" filter="url(#near)"/>'
    : ''
  return `<g transform="translate(${n(x)},${n(y)}) rotate(${n(degrees)}) scale(${n(scale)})">${contact}
<path d="${outline}" fill="${coat}" filter="url(#coat)"/>
<path d="M-2 -116C-28 -60 -32 40 -5 105" fill="none" stroke="#2A190D" stroke-opacity=".55" stroke-width="4"/>
<path d="M-1 -115C-24 -60 -28 40 -3 104" fill="none" stroke="#E9CFA0" stroke-opacity=".35" stroke-width="2"/>
<path d="${outline}" fill="url(#seedlight)"/></g>`
}

/** A seedling with two round seed leaves and two young serrated ones, standing on (0, 0) and `height` high. */
export function seedling(height: number, green = '#4E8F5B', pale = '#A8CF97'): string {
  const k = height / 300
  const blade = (side: number) =>
    `<path d="M0 -190C${40 * side} -250 ${118 * side} -262 ${168 * side} -222C${130 * side} -176 ${56 * side} -164 0 -190Z" fill="${green}"/><path d="M0 -190C${52 * side} -214 ${104 * side} -226 ${150 * side} -220" fill="none" stroke="${pale}" stroke-width="5" stroke-linecap="round"/>`
  const young = (side: number) =>
    `<path d="M0 -196C${4 * side} -240 ${22 * side} -288 ${58 * side} -306C${62 * side} -262 ${40 * side} -214 0 -196Z" fill="${pale}"/><path d="M${3 * side} -200C${16 * side} -240 ${32 * side} -272 ${52 * side} -296" fill="none" stroke="${green}" stroke-width="4" stroke-linecap="round"/>`
  return `<g transform="scale(${n(k)})"><path d="M0 4C-14 -60 12 -120 0 -192" fill="none" stroke="${pale}" stroke-width="16" stroke-linecap="round"/>${young(1)}${young(-1)}${blade(1)}${blade(-1)}</g>`
}
