/** Norway, home of the demo's brand Kvernholt. */
import { n } from '../svg.ts'
import { spruce } from './patagonia.ts'
import { circle, fill, line, type Motif, put, simpleLeaf, times, water } from './place.ts'

/** Steep walls, still water and a red boathouse with its mill wheel. */
export const fjord: Motif = (place) => {
  const { width, height, unit, ridge, palette } = place
  const shore = ridge(2, width / 2) + 4
  const wall = (d: string, tone: string) => fill(d, tone) + line(d, '#FFFFFF', 3 * unit, 0.12)
  const left = `M0 ${n(height * 0.06)}L${n(width * 0.12)} ${n(height * 0.16)}L${n(width * 0.2)} ${n(height * 0.36)}L${n(width * 0.29)} ${n(height * 0.46)}L${n(width * 0.36)} ${n(shore)}H0Z`
  const right = `M${width} ${n(height * 0.16)}L${n(width * 0.9)} ${n(height * 0.24)}L${n(width * 0.84)} ${n(height * 0.44)}L${n(width * 0.74)} ${n(shore)}H${width}Z`
  const fall = (x: number, y: number) =>
    fill(
      `M${n(width * x)} ${n(height * y)}l${n(5 * unit)} 0L${n(width * x + 9 * unit)} ${n(shore + 6)}H${n(width * x - 5 * unit)}Z`,
      '#F4FAFC',
      0.9,
    )
  const cabin =
    fill('M-150 22C-130 -4 -110 -6 -60 -8C0 -10 60 -8 86 -4C104 0 116 12 128 22Z', '#0E1C30') +
    fill('M-66 0V-56L0 -104L66 -56V0Z', '#A8201A') +
    fill('M0 -104L66 -56V0H14Z', '#000', 0.18) +
    line('M-80 -46L0 -104L80 -46', '#3F5A2A', 15) +
    `<rect x="-20" y="-46" width="36" height="46" fill="#FBF3E4"/><rect x="-14" y="-40" width="24" height="40" fill="#5A120D"/>` +
    line('M-48 -56V0M48 -56V0', '#FBF3E4', 5) +
    put(
      -92,
      -26,
      1,
      `<circle r="38" fill="none" stroke="#4A3020" stroke-width="9"/>${times(8, (i) => put(0, 0, 1, line('M0 0V-46', '#4A3020', 6) + `<rect x="-11" y="-48" width="22" height="9" fill="#6B4A30"/>`, i * 45))}${circle(0, 0, 8, '#2A1A10')}`,
    )
  const pool = fill(`M0 ${n(shore)}H${width}V${height}H0Z`, palette.hills[2])
  const trees = times(6, (i) =>
    spruce(place, width * (0.02 + 0.035 * i), shore + 4 - i * 3, (64 - i * 6) * unit, '#16283E'),
  )
  return {
    far: wall(right, palette.hills[1]),
    near:
      wall(left, palette.hills[1]) +
      fall(0.13, 0.17) +
      fall(0.9, 0.25) +
      pool +
      water(place, shore + 6, palette.vein) +
      trees +
      put(width * 0.24, shore + 22 * unit, unit * 1.12, cabin),
  }
}

/** Northern lights over spruces. */
export const aurora: Motif = (place) => {
  const { width, height, unit, ridge, random } = place
  const curtain = (id: string, from: number, swing: number, phase: number) => {
    const strips = times(110, (i) => {
      const u = i / 109
      const y = height * (from + swing * Math.sin(u * 5.2 + phase))
      const tall = height * (0.26 + 0.07 * Math.sin(u * 23 + phase) + 0.05 * random())
      return `<rect x="${n(u * width - 5)}" y="${n(y - tall)}" width="${n(width / 109 + 2)}" height="${n(tall)}" fill="url(#${id})"/>`
    })
    return strips
  }
  const fade = (id: string, low: string, high: string) =>
    `<linearGradient id="${id}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${low}" stop-opacity="0"/><stop offset=".1" stop-color="${low}" stop-opacity=".62"/><stop offset=".5" stop-color="${low}" stop-opacity=".3"/><stop offset="1" stop-color="${high}" stop-opacity="0"/></linearGradient>`
  const trees = times(17, (i) => {
    const x = width * ((i + 0.5 * random()) / 16)
    const centre = Math.abs(i - 10) < 4 ? 0.55 : 1
    return spruce(
      place,
      x,
      ridge(2, x) + 26,
      (90 + 110 * random()) * unit * centre,
      i % 2 ? '#06141C' : '#0C222C',
    )
  })
  return {
    defs: fade('green', '#7DF0B0', '#4AC0D0') + fade('violet', '#4AD8C0', '#B070E0'),
    behind: curtain('violet', 0.5, 0.06, 2.2) + curtain('green', 0.4, 0.09, 0.4),
    near: trees,
  }
}

/** Roses of the mountain. */
export const alpineRose: Motif = ({ width, height, unit }) => {
  const leaves = [
    [-20, 0, -150],
    [10, -10, -70],
    [40, 20, -20],
    [-40, 30, 170],
    [20, 60, 40],
    [-60, -70, -120],
    [80, -60, -40],
  ] as const
  const spray = leaves.map(([x, y, turn], i) =>
    put(x, y, 1, simpleLeaf(120, 26, i % 2 ? '#3F6B4A' : '#2F5540', '#B6D9B0'), turn),
  )
  const bud = (x: number, y: number, turn: number) =>
    put(
      x,
      y,
      1,
      line('M0 0V70', '#3F6B4A', 6) +
        fill('M0 6C-22 0 -22 -34 0 -46C22 -34 22 0 0 6Z', '#D2557F') +
        fill('M0 6C-12 0 -16 -18 -4 -32C2 -16 4 -4 0 6Z', '#E887A6') +
        fill('M0 10C-18 8 -20 -6 -16 -16C-8 -8 8 -8 16 -16C20 -6 18 8 0 10Z', '#3F6B4A'),
      turn,
    )
  return {
    near:
      put(
        width * 0.17,
        height * 0.76,
        unit,
        spray.join('') +
          bud(-46, -150, -16) +
          bud(96, -138, 20) +
          put(-30, 62, 0.86, rose()) +
          put(60, -50, 1.02, rose(), 30) +
          put(-62, -60, 0.74, rose(), -20),
      ) + put(width * 0.95, height * 0.95, unit * 0.7, rose(), 14),
  }
}

function rose(): string {
  const petals = times(5, (i) =>
    put(
      0,
      0,
      1,
      fill(
        'M0 -8C-40 -20 -62 -64 -34 -88C-20 -98 -6 -92 0 -82C6 -92 20 -98 34 -88C62 -64 40 -20 0 -8Z',
        i % 2 ? '#F3A0BC' : '#F7B8CC',
      ) +
        fill('M0 -8C-26 -24 -26 -50 0 -62C26 -50 26 -24 0 -8Z', '#FDEBF0') +
        line('M0 -30V-76M-10 -34C-18 -52 -20 -66 -22 -76M10 -34C18 -52 20 -66 22 -76', '#D2557F', 1.6, 0.5),
      i * 72,
    ),
  )
  const threads = times(26, (i) => {
    const angle = i * 2.4
    const r = 13 + (i % 4) * 6
    const at = `${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r)}`
    return (
      line(`M0 0L${at}`, '#E9C84A', 1.6) + circle(Math.cos(angle) * r, Math.sin(angle) * r, 3.4, '#E9A820')
    )
  })
  return petals + threads + circle(0, 0, 10, '#C9D67A')
}
