/** The southern cordillera and the long road to it. */
import { n, polygon, type Point } from '../svg.ts'
import { display, textPath } from '../text-path.ts'
import { circle, fill, line, type Motif, oval, type Place, put, simpleLeaf, times, water } from './place.ts'

/** A volcano that smokes: snow in its gullies, ash on the wind. */
export const volcano: Motif = ({ width, height, horizon, unit, random, palette }) => {
  const [x, top] = [width * 0.26, horizon - height * 0.33]
  const half = width * 0.34
  const base = horizon + height * 0.16
  const cone = `M${n(x - half)} ${n(base)}C${n(x - half * 0.5)} ${n(horizon)} ${n(x - half * 0.24)} ${n(top + 60)} ${n(x - 34 * unit)} ${n(top)}Q${n(x)} ${n(top + 22)} ${n(x + 34 * unit)} ${n(top)}C${n(x + half * 0.24)} ${n(top + 60)} ${n(x + half * 0.5)} ${n(horizon)} ${n(x + half)} ${n(base)}Z`
  const gullies = times(9, (i) => {
    const lean = (i - 4) * 15
    const long = 60 + random() * 90
    return fill(
      `M${n(x + lean * 0.8 - 7)} ${n(top + 8)}Q${n(x + lean * 1.3)} ${n(top + long * 0.5)} ${n(x + lean * 2.2)} ${n(top + long)}Q${n(x + lean * 1.6 + 6)} ${n(top + long * 0.5)} ${n(x + lean * 0.8 + 9)} ${n(top + 8)}Z`,
      '#FBF7F2',
    )
  })
  const puff = (u: number, tone: string, lift: number, k: number) => {
    const px = x + 4 + u ** 1.4 * width * 0.7 + (random() - 0.5) * 60 * u
    const py = top - 6 - Math.sin(u * 1.6) * height * 0.17 + (random() - 0.5) * 90 * u - lift * u
    return circle(px, py, (12 + 32 * u * (0.6 + 0.7 * random())) * unit * k, tone)
  }
  const puffs =
    times(40, (i) => puff(i / 39, '#5A5660', -16, 1)) +
    times(40, (i) => puff(i / 39, '#77737D', 0, 0.8)) +
    times(34, (i) => puff(i / 33, '#A5A1AA', 20, 0.5))
  const ember = oval(x, top + 5, 30 * unit, 8 * unit, palette.light)
  const dark = `M${n(x + 34 * unit)} ${n(top)}C${n(x + half * 0.24)} ${n(top + 60)} ${n(x + half * 0.5)} ${n(horizon)} ${n(x + half)} ${n(base)}H${n(x + half * 0.2)}Q${n(x + 40)} ${n(top + 90)} ${n(x + 8)} ${n(top + 12)}Z`
  return {
    defs: `<clipPath id="cone"><path d="${cone}"/></clipPath>`,
    behind:
      puffs +
      fill(cone, palette.hills[1]) +
      fill(dark, '#000', 0.22) +
      `<g clip-path="url(#cone)">${gullies}</g>` +
      ember,
  }
}

/** The wall of a glacier over its lake. */
export const glacier: Motif = (place) => {
  const { width, height, unit, ridge, palette, random } = place
  const shore = ridge(2, width / 2) - 4
  const blues = ['#EAF7F8', '#CBE9EF', '#9FD3E0', '#6FB5CC']
  const count = 30
  const tops = Array.from(
    { length: count + 1 },
    (_, i) => shore - height * (0.13 + 0.09 * random() + 0.05 * Math.sin(i * 0.4)),
  )
  const wall = times(count, (i) => {
    const [x0, x1] = [(i / count) * width, ((i + 1) / count) * width]
    const [a = 0, b = 0] = [tops[i], tops[i + 1]]
    const foot = (i % 4) * 3
    const tone = blues[(i * 7) % 4] ?? ''
    const cut = x0 + (x1 - x0) * (0.3 + 0.4 * random())
    return (
      fill(
        polygon([
          [x0, a],
          [cut, (a + b) / 2 - 12 * unit],
          [x1 + 1, b],
          [x1 + 1, shore + foot],
          [x0, shore + foot],
        ]),
        tone,
      ) +
      fill(
        polygon([
          [cut, (a + b) / 2 - 12 * unit],
          [x1 + 1, b],
          [x1 + 1, shore + foot],
          [cut + 4, shore + foot],
        ]),
        '#2F86A6',
        0.35,
      ) +
      line(`M${n(cut - 8)} ${n((a + b) / 2 + 16)}L${n(cut - 5)} ${n(shore - 10)}`, '#2F86A6', 2, 0.5)
    )
  })
  const field = fill(
    polygon([
      [0, (tops[0] ?? 0) - 4],
      [width * 0.36, ridge(0, width * 0.36) - 6],
      [width * 0.7, ridge(0, width * 0.7) + 4],
      [width, (tops[count] ?? 0) - 4],
      [width, shore],
      [0, shore],
    ]),
    '#DCEFF3',
  )
  const berg = (x: number, y: number, k: number) =>
    put(
      x,
      y,
      unit * k,
      fill('M-60 0L-44 -30L-20 -22L-4 -54L22 -28L40 -34L62 0Z', '#F4FBFB') +
        fill('M-4 -54L22 -28L18 0H-16Z', '#7FBFD3', 0.6) +
        fill('M-60 0H62L40 16H-38Z', '#9FD3E0', 0.6),
    )
  return {
    far: field,
    near:
      fill(`M0 ${n(shore)}H${width}V${height}H0Z`, palette.hills[2]) +
      wall +
      water(place, shore + 22, '#9FD3E0') +
      berg(width * 0.16, height * 0.88, 1) +
      berg(width * 0.92, height * 0.84, 0.62),
  }
}

/** The road to the horizon, its poles and its number. */
export const road: Motif = ({ width, height, unit, ridge, palette }) => {
  const x = width * 0.3
  const far = ridge(1, x) + 4
  const edge = (y: number, side: number): Point => {
    const u = (y - far) / (height - far)
    return [x - width * 0.1 * u + side * (5 + 150 * u * unit), y]
  }
  const way = polygon([edge(far, -1), edge(far, 1), edge(height, 1), edge(height, -1)])
  const dashes = times(7, (i) => {
    const at = (k: number) => far + (height - far) * (k / 7) ** 1.9
    const [a, b] = [at(i + 0.2), at(i + 0.72)]
    const w = (y: number) => 1 + 9 * ((y - far) / (height - far))
    return fill(
      polygon([
        [edge(a, 0)[0] - w(a) / 2, a],
        [edge(a, 0)[0] + w(a) / 2, a],
        [edge(b, 0)[0] + w(b) / 2, b],
        [edge(b, 0)[0] - w(b) / 2, b],
      ]),
      '#F4C84A',
    )
  })
  const verge = (side: number) =>
    line(
      `M${edge(far, side * 0.9)
        .map(n)
        .join(' ')}L${edge(height, side * 0.9)
        .map(n)
        .join(' ')}`,
      '#FBF0DC',
      4,
    )
  return {
    near:
      fill(way, '#2A2530') +
      verge(-1) +
      verge(1) +
      dashes +
      poles(x, far, width, height, unit, palette.shade) +
      put(width * 0.925, height * 0.98, unit, shield()),
  }
}

function poles(x: number, far: number, width: number, height: number, unit: number, colour: string): string {
  const at = (k: number): [number, number, number] => {
    const u = k ** 2
    return [x - 8 - width * 0.27 * u, far + (height - far) * 0.42 * u, (20 + 190 * u) * unit]
  }
  const places = [0.22, 0.45, 0.7, 1].map(at)
  const wires = places.slice(1).map(([px, py, tall], i) => {
    const [qx, qy, small] = places[i] ?? [0, 0, 0]
    return `M${n(qx)} ${n(qy - small * 0.92)}Q${n((px + qx) / 2)} ${n((py - tall * 0.92 + qy - small * 0.92) / 2 + tall * 0.12)} ${n(px)} ${n(py - tall * 0.92)}`
  })
  const posts = places.map(([px, py, tall]) =>
    line(
      `M${n(px)} ${n(py)}V${n(py - tall)}M${n(px - tall * 0.14)} ${n(py - tall * 0.9)}h${n(tall * 0.28)}`,
      colour,
      tall * 0.05,
    ),
  )
  return line(wires.join(''), colour, 2.4) + posts.join('')
}

function shield(): string {
  const plate = 'M-46 -196C-20 -190 20 -190 46 -196C58 -150 46 -98 0 -78C-46 -98 -58 -150 -46 -196Z'
  return (
    `<rect x="-5" y="-90" width="10" height="100" fill="#4A4450"/>` +
    fill(plate, '#FBF8F1') +
    line(plate, '#16181C', 6) +
    textPath('40', { font: display(900, 110), size: 60, x: 0, y: -116, anchor: 'middle', fill: '#16181C' }) +
    textPath('RUTA', { font: display(800, 110), size: 17, x: 0, y: -168, anchor: 'middle', fill: '#16181C' })
  )
}

/** Calafate: thorns, small leaves and blue berries. */
export const calafate: Motif = ({ width, unit }) => {
  const bough = 'M-40 -30C40 60 96 110 128 250C140 310 132 350 150 396'
  const twigs =
    'M44 52C100 50 150 70 196 60M96 132C140 150 176 196 226 196M122 214C90 250 60 270 20 300M136 300C176 320 200 350 236 356'
  const knots = [
    [60, 54, -20],
    [150, 66, 10],
    [196, 60, 30],
    [98, 120, -160],
    [150, 158, 20],
    [222, 196, 40],
    [120, 200, -150],
    [60, 270, 170],
    [22, 298, 140],
    [140, 300, 10],
    [236, 356, 40],
    [138, 250, -20],
    [150, 396, 70],
    [148, 388, 120],
  ] as const
  const leaves = knots.map(([x, y, turn], i) =>
    times(3, (k) =>
      put(x, y, 0.92, simpleLeaf(50, 13, (i + k) % 2 ? '#4F7A3F' : '#2F5A34', '#B6D98A'), turn - 42 + k * 42),
    ),
  )
  const thorns = knots.map(([x, y, turn]) =>
    put(x, y, 1, line('M0 0L-15 -9M0 0L-17 2M0 0L-13 13', '#E9C9A0', 2.6), turn),
  )
  const berries = [
    [84, 92, 19],
    [172, 94, 22],
    [204, 92, 17],
    [130, 168, 23],
    [176, 196, 20],
    [212, 232, 22],
    [86, 272, 21],
    [46, 322, 19],
    [152, 336, 23],
    [196, 362, 20],
    [110, 232, 18],
  ] as const
  return {
    near: put(
      width * 0.02,
      -6,
      unit * 1.1,
      line(bough, '#5A3626', 11) +
        line(twigs, '#6B4230', 6) +
        thorns.join('') +
        leaves.join('') +
        berries.map(berry).join(''),
    ),
  }
}

function berry([x, y, r]: readonly [number, number, number]): string {
  return (
    line(`M${x} ${y - r}v-14`, '#6B4230', 3) +
    circle(x, y, r, '#1B2350') +
    circle(x - r * 0.14, y - r * 0.14, r * 0.8, '#33408A') +
    circle(x - r * 0.32, y - r * 0.36, r * 0.3, '#8C9AE0') +
    put(
      x + r * 0.15,
      y + r * 0.5,
      r / 20,
      fill('M0 -7L2 -2L7 -2L3 2L5 7L0 4L-5 7L-3 2L-7 -2L-2 -2Z', '#0C1230'),
    )
  )
}

export function spruce(
  { palette }: Place,
  x: number,
  y: number,
  tall: number,
  colour = palette.shade,
): string {
  const tiers = times(6, (i) => {
    const top = y - tall + (tall * i) / 6.6
    const w = tall * (0.06 + 0.05 * i)
    const foot = top + tall * 0.26
    return `M${n(x)} ${n(top)}L${n(x + w)} ${n(foot)}Q${n(x)} ${n(foot - tall * 0.05)} ${n(x - w)} ${n(foot)}Z`
  })
  return line(`M${n(x)} ${n(y)}V${n(y - tall * 0.2)}`, colour, tall * 0.05) + fill(tiers, colour)
}
