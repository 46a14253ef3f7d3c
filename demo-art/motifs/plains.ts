/** The pampas by day, by night and in the storm. */
import { n, polygon } from '../svg.ts'
import { circle, fill, line, type Motif, oval, put, times } from './place.ts'

/** The light that floats over the fields at night, beyond a fence. */
export const marshLight: Motif = (place) => {
  const { width, height, unit, ridge, palette } = place
  const [x, y] = [width * (place.isWide ? 0.6 : 0.14), height * 0.66]
  const glow = `<radialGradient id="marsh"><stop offset="0" stop-color="#FFFBE0"/><stop offset=".12" stop-color="#FFF3B0"/><stop offset=".3" stop-color="#9FF0C0" stop-opacity=".55"/><stop offset="1" stop-color="#5FB38A" stop-opacity="0"/></radialGradient>`
  const light = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(150 * unit)}" fill="url(#marsh)"/>`
  const posts = times(place.isWide ? 9 : 6, (i) => {
    const px = place.isWide ? width * (0.5 + 0.065 * i) : width * (0.04 + 0.19 * i)
    const top = ridge(2, px) - 44 * unit
    return fill(
      polygon([
        [px - 6, top],
        [px + 6, top - 4],
        [px + 7, top + 76 * unit],
        [px - 7, top + 76 * unit],
      ]),
      palette.shade,
    )
  })
  const wires = [14, 32].map((drop) => {
    const points = Array.from({ length: 30 }, (_, i) => {
      const px = width * (place.isWide ? 0.46 + (0.56 * i) / 29 : i / 29)
      return `${n(px)} ${n(ridge(2, px) - 44 * unit + drop * unit + 2)}`
    })
    return `M${points.join('L')}`
  })
  return { defs: glow, middle: light, near: posts + line(wires.join(''), palette.shade, 2.6 * unit) }
}

/** A thunderstorm, as it comes over the plain at the end of August. */
export const storm: Motif = ({ width, height, unit, random, palette }) => {
  const bank = (y: number, r: number, tone: string, count: number) =>
    times(count, (i) =>
      circle(
        (i / (count - 1)) * width + (random() - 0.5) * 30,
        y * height + (random() - 0.5) * 26,
        r * unit * (0.75 + 0.5 * random()),
        tone,
      ),
    )
  const clouds =
    bank(0.24, 58, '#59627F', 10) +
    bank(0.19, 62, '#3F4763', 10) +
    bank(0.1, 70, '#2A3150', 9) +
    bank(0.0, 70, '#1B2138', 9)
  const bolt = 'M0 0L-44 96L-14 92L-58 196L-26 190L-76 312L8 164L-22 168L26 78L-4 82L30 0Z'
  const rain = times(80, () => {
    const [x, y] = [random() * width * 1.1, height * (0.28 + 0.7 * random())]
    const long = (20 + 34 * random()) * unit
    return `M${n(x)} ${n(y)}l${n(-long * 0.32)} ${n(long)}`
  })
  return {
    behind:
      put(width * 0.43, height * 0.22, unit * 0.9, fill(bolt, '#FFF3B8')) +
      put(width * 0.95, height * 0.24, unit * 0.5, fill(bolt, palette.light)) +
      clouds,
    near: line(rain, palette.vein, 2.6 * unit, 0.6),
  }
}

/** Ripe wheat and a windmill. */
export const wheat: Motif = (place) => {
  const { width, height, unit, ridge, random, palette } = place
  const x = width * 0.15
  const ears = times(34, (i) => {
    const u = (i + random()) / 34
    const tall = (0.22 + 0.16 * random() + 0.12 * Math.abs(u - 0.55)) * height
    const lean = (random() - 0.35) * 44
    return put(
      u * width,
      height * 1.02,
      unit,
      ear(tall / unit, lean, i % 3 ? '#E9B94A' : '#F7DD8A', palette.shade),
    )
  })
  return { near: put(x, ridge(2, x) + 16, unit * 1.12, windmill()) + ears }
}

function ear(tall: number, lean: number, gold: string, dark: string): string {
  const tip = -tall
  const turn = lean * 0.5
  const kernels = times(
    6,
    (k) =>
      oval(-6, 10 + k * 11, 4.6, 8, gold, -24) +
      oval(6, 10 + k * 11, 4.6, 8, gold, 24) +
      line(`M-7 ${6 + k * 11}L-15 ${-16 + k * 10}M7 ${6 + k * 11}L15 ${-16 + k * 10}`, gold, 1.4, 0.8),
  )
  return (
    line(`M0 0Q0 ${n(tip * 0.6)} ${n(lean)} ${n(tip + 60)}`, dark, 3.4, 0.55) +
    line(`M0 0Q0 ${n(tip * 0.6)} ${n(lean)} ${n(tip + 60)}`, gold, 2.4) +
    put(lean, tip, 1, oval(0, 4, 4.6, 9, gold) + kernels, turn)
  )
}

function windmill(): string {
  const steel = '#4A3A1C'
  const tower = line(
    'M-34 0L-6 -216M34 0L6 -216M-30 -40H30M-24 -86H24M-18 -130H18M-12 -172H12M-34 0L24 -86M34 0L-24 -86M-24 -86L18 -130M24 -86L-18 -130M-18 -130L12 -172M18 -130L-12 -172',
    steel,
    4.4,
  )
  const blades = times(16, (i) =>
    put(0, -222, 1, fill('M-4 -16L-11 -60H11L4 -16Z', i % 2 ? '#C8342B' : '#F6F1E7'), i * 22.5),
  )
  const tail =
    fill('M6 -226L84 -246V-202L6 -218Z', '#C8342B') + fill('M50 -238L84 -246V-202L50 -210Z', '#F6F1E7')
  return (
    tower +
    tail +
    `<circle cx="0" cy="-222" r="44" fill="none" stroke="${steel}" stroke-width="3"/>` +
    blades +
    circle(0, -222, 11, steel)
  )
}

/** A woven band with stepped crosses, and pampas grass. */
export const wovenBand: Motif = (place) => {
  const { width, height, unit } = place
  const top = height * 0.86
  const cell = 10 * unit
  const cross = ['...XXX...', '..XX.XX..', '.XX...XX.', 'XX..X..XX', '.XX...XX.', '..XX.XX..', '...XXX...']
  const pitch = cell * 11
  const stitch = (i: number, r: number, c: number) =>
    `M${n(i * pitch + c * cell - 20)} ${n(top + cell * (0.9 + r * 0.84))}h${n(cell * 1.04)}v${n(cell * 0.88)}h${n(-cell * 1.04)}Z`
  const stitches = times(Math.ceil(width / pitch) + 1, (i) =>
    times(cross.length, (r) => times(9, (c) => (cross[r]?.[c] === 'X' ? stitch(i, r, c) : ''))),
  )
  const band =
    `<rect x="0" y="${n(top)}" width="${width}" height="${n(height - top)}" fill="#7E1A16"/>` +
    fill(stitches, '#F3E3C2') +
    `<rect x="0" y="${n(top - 7 * unit)}" width="${width}" height="${n(7 * unit)}" fill="#F3E3C2"/><rect x="0" y="${n(top - 14 * unit)}" width="${width}" height="${n(7 * unit)}" fill="#160D0E"/>`
  const spots = [
    [0.06, 250, -10],
    [0.14, 310, -2],
    [0.23, 270, 8],
    [0.31, 210, 16],
    [0.9, 200, 4],
    [0.97, 240, 12],
  ] as const
  const grass = spots.map(([u, tall, lean]) => put(width * u, height * 0.88, unit, plume(tall), lean))
  return { near: grass.join(''), over: band }
}

/** Pampas grass: a drooping plume of fine strands over a tuft of blades. */
function plume(tall: number): string {
  const top = -tall
  const body = (w: number) =>
    `M0 ${top + 190}C${-w} ${top + 150} ${-w * 0.9} ${top + 60} 14 ${top}C${w * 1.1} ${top + 50} ${w} ${top + 150} 0 ${top + 190}Z`
  const strands = times(16, (i) => {
    const side = (i - 7.5) / 7.5
    return line(
      `M${n(side * 5)} ${n(top + 182 - Math.abs(side) * 30)}Q${n(side * 34)} ${n(top + 110)} ${n(12 + side * 20)} ${n(top + 34 + Math.abs(side) * 46)}`,
      i % 2 ? '#D8B888' : '#FFF8EA',
      2.2,
      0.75,
    )
  })
  const blades = line(
    'M0 0C-20 -60 -50 -90 -84 -84M0 0C16 -70 50 -100 88 -88M0 0C-8 -80 -30 -120 -56 -130M0 0C6 -70 30 -110 50 -126',
    '#7A7A3A',
    4,
  )
  return (
    blades +
    line(`M0 0V${top + 150}`, '#8A7A4A', 5) +
    fill(body(36), '#EBD4A8') +
    fill(body(26), '#FBF0DA') +
    strands
  )
}
