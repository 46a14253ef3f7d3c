/** The three steps of an order, as posters: packs to choose from, the sealed envelope, and what grows from it. */
import { leaf } from './leaf.ts'
import { materials } from './materials.ts'
import { type Palette, palettes } from './palettes.ts'
import { seededRandom } from './random.ts'
import { scene } from './scene.ts'
import { seed, seedling } from './seed.ts'
import type { DiscLook } from './sky.ts'
import { grain, n, svg } from './svg.ts'

const W = 960
const H = 540

export type OrderStepName = 'elegir' | 'reservar' | 'recibir'

const steps: Record<OrderStepName, { palette: Palette; look: DiscLook; x: number; draw: () => string }> = {
  elegir: { palette: palettes.litoral, look: 'sun', x: 0.5, draw: choose },
  reservar: { palette: palettes.noche, look: 'moon', x: 0.72, draw: reserve },
  recibir: { palette: palettes.puna, look: 'sun', x: 0.3, draw: receive },
}

export function orderStep(name: OrderStepName): string {
  const { palette, look, x, draw } = steps[name]
  const random = seededRandom(`pedido ${name}`)
  const view = scene({
    width: W,
    height: H,
    palette,
    random,
    disc: { look, x, y: 0.42, radius: 0.27 },
    horizon: 0.6,
  })
  const foil =
    '<linearGradient id="plate" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#F4F4F0"/><stop offset=".5" stop-color="#B9BEBB"/><stop offset="1" stop-color="#E9EAE6"/></linearGradient>'
  return svg(
    W,
    H,
    `${materials(17)}${foil}${view.defs}`,
    `${view.body}${draw()}${view.over}${grain(W, H, 0.14)}`,
  )
}

/** A pack without words, as the shop prints its own on it. */
function blank(
  x: number,
  degrees: number,
  scale: number,
  colours: [paper: string, sky: string, hill: string],
) {
  const [paper, sky, hill] = colours
  const shown = leaf({
    radius: 74,
    leaflets: 7,
    random: seededRandom(`${x}`),
    fill: '#10231B',
    vein: '#7FA382',
    veinWidth: 2,
  })
  const wells = [-52, 0, 52].map(
    (at) =>
      `<circle cx="${at}" cy="104" r="20" fill="#10231B"/>${seed({ x: at, y: 104, scale: 0.15, degrees: at / 3 })}`,
  )
  return `<g transform="translate(${x},${n(300)}) rotate(${degrees}) scale(${scale})"><rect x="-96" y="-158" width="200" height="320" rx="14" fill="#000" opacity=".35" filter="url(#near)"/><rect x="-100" y="-164" width="200" height="320" rx="14" fill="${paper}"/><rect x="-26" y="-152" width="52" height="11" rx="5.5" fill="#000" opacity=".25"/><path d="M-100 -128H100V40H-100Z" fill="${sky}"/><circle cx="22" cy="-66" r="44" fill="#F6E7B4"/><path d="M-100 0C-50 -26 30 -8 100 -20V40H-100Z" fill="${hill}"/><g transform="translate(-6,36)">${shown}</g><path d="M-82 54H42M-82 68H4" stroke="${paper === '#F6F1E7' ? '#10231B' : '#F6F1E7'}" stroke-width="7"/><rect x="-86" y="78" width="172" height="52" rx="10" fill="url(#plate)"/>${wells.join('')}</g>`
}

function choose(): string {
  return (
    blank(270, -9, 1.12, ['#10231B', '#E58E57', '#2F6B4F']) +
    blank(690, 9, 1.12, ['#B4532A', '#8FA6C9', '#3F4F86']) +
    blank(480, -1, 1.36, ['#F6F1E7', '#6C4A8C', '#3A2450'])
  )
}

function reserve(): string {
  const stamp = leaf({
    radius: 62,
    leaflets: 7,
    random: seededRandom('lacre'),
    fill: '#F6E7B4',
    vein: '#97190F',
    veinWidth: 2,
  })
  return `<g transform="translate(480,322) rotate(-4)"><rect x="-252" y="-150" width="520" height="330" rx="14" fill="#000" opacity=".45" filter="url(#near)"/><rect x="-260" y="-165" width="520" height="330" rx="14" fill="#E6D3AE"/><path d="M-260 155L-40 -10M260 155L40 -10" stroke="#B89F6F" stroke-width="4"/><path d="M-260 -151Q-258 -165 -246 -165H246Q258 -165 260 -151L18 34Q0 46 -18 34Z" fill="#D9C193" stroke="#B89F6F" stroke-width="4"/><circle cy="30" r="70" fill="#97190F"/><circle cy="30" r="60" fill="none" stroke="#F6E7B4" stroke-opacity=".5" stroke-width="3"/><g transform="translate(0,68)">${stamp}</g></g>`
}

function receive(): string {
  const soil = `<path d="M0 438C220 404 360 452 560 426S840 420 960 440V540H0Z" fill="#2B1810"/><path d="M0 438C220 404 360 452 560 426S840 420 960 440" fill="none" stroke="#5A3A26" stroke-width="6"/>`
  const sprouts = [
    [300, 190],
    [500, 300],
    [700, 215],
  ].map(
    ([x, height]) => `<g transform="translate(${x},436)">${seedling(height ?? 0, '#4E8F5B', '#BFE0A0')}</g>`,
  )
  const seeds = [
    seed({ x: 150, y: 468, scale: 0.4, degrees: 58 }),
    seed({ x: 838, y: 474, scale: 0.46, degrees: -40 }),
    seed({ x: 596, y: 486, scale: 0.36, degrees: 24 }),
  ]
  return soil + sprouts.join('') + seeds.join('')
}
