/** The high north-west and Cuyo. */
import { n, polygon, type Point } from '../svg.ts'
import { circle, fill, line, type Motif, mound, oval, type Place, put, times } from './place.ts'

/** The width of a cardón with its arms, as a fraction of its height. */
export const CARDON_WIDTH = 0.53

/** Where cardones stand, as a fraction of the width, and how tall they are on a picture 560 high. */
export const cardonSpots = (isWide: boolean): (readonly [at: number, tall: number])[] =>
  isWide
    ? [0.53, 0.66, 0.8, 0.95].map((at) => [at, 150] as const)
    : [
        [0.085, 190],
        [0.27, 118],
        [0.9, 158],
      ]

/** Cardones on the near ridge: opaque, with ribs, well apart. */
export const cardones: Motif = (place) => ({
  middle: cardonSpots(place.isWide)
    .map(([at, tall]) => {
      const x = place.width * at
      return put(x, place.ridge(2, x) + 26, place.unit * (tall / 200), cardon(place))
    })
    .join(''),
})

/** 200 high, standing on (0, 0). */
function cardon({ palette }: Place): string {
  const arms = ['M0 -66H24Q44 -66 44 -88V-134', 'M0 -92H-22Q-42 -92 -42 -112V-150', 'M0 10V-188']
  const ribs = ([d, w]: readonly [string, number]) =>
    line(d, palette.shade, w) +
    line(d, palette.vein, w * 0.64, 0.55) +
    line(d, palette.shade, w * 0.5) +
    line(d, palette.vein, w * 0.16, 0.55)
  const flowers = circle(0, -200, 5, palette.light) + circle(44, -146, 4, palette.light)
  return arms.map((d, i) => ribs([d, i === 2 ? 27 : 20])).join('') + flowers
}

/** A range of folded strata in many colours, like the Hornocal. */
export const stripedRange: Motif = ({ width, height, horizon, random }) => {
  const colours = ['#7A2A2A', '#C2543A', '#E9A860', '#8C9A6A', '#F1D59A', '#A8443A', '#D98C6A', '#6B4A6A']
  const peaks = times(7, (i) => {
    const w = width * (0.2 + 0.05 * random())
    const x = width * (i / 6) + (random() - 0.5) * 30
    const base = horizon + height * 0.22
    const top = horizon - height * (0.06 + 0.12 * random())
    const bands = colours.map((colour, k) => {
      const drop = (base - top) * (k / colours.length) * 1.1
      return fill(
        polygon([
          [x - w, base + 40],
          [x - w * 0.04, top + drop - 6],
          [x + w * 0.1, top + drop + 8],
          [x + w, base + 40],
        ]),
        colour,
      )
    })
    const shade = fill(
      `M${n(x + w * 0.02)} ${n(top)}L${n(x + w)} ${n(base + 40)}H${n(x + w * 0.2)}Z`,
      '#2A0E0C',
      0.22,
    )
    return bands.join('') + shade
  })
  return { far: peaks }
}

/** Llamas with their loads on the edge of a salt flat, whose crust breaks into polygons. */
export const caravan: Motif = (place) => {
  const { width, height, ridge, unit, palette } = place
  const from = ridge(1, width / 2)
  const flat = fill(`M0 ${n(from)}H${width}V${height}H0Z`, '#F4F6F7')
  const llamas = [0.1, 0.24, 0.38, 0.9].map((u, i) =>
    put(
      width * u,
      from + 14 * unit,
      unit * (i === 3 ? 0.46 : 0.62),
      llama(palette.shade, ['#C8342B', '#E9A820', '#2F8F7A', '#C8342B'][i] ?? ''),
    ),
  )
  return { near: flat + crust(place, from) + llamas.join('') }
}

function crust({ width, height, palette }: Place, from: number): string {
  const at = (c: number, r: number): Point => {
    const depth = 1.6 ** r
    const y = from + (height - from) * (0.07 * (depth - 1))
    return [width / 2 + (c * width * 0.062 - 6) * depth, y]
  }
  const cells = times(7, (r) =>
    times(21, (k) => {
      const c = k - 10 + (r % 2 ? 0.5 : 0)
      const points: Point[] = [
        at(c - 0.5, r + 0.33),
        at(c, r),
        at(c + 0.5, r + 0.33),
        at(c + 0.5, r + 1),
        at(c, r + 1.33),
      ]
      return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`
    }),
  )
  const low = fill(`M0 ${n(from)}H${width}V${n(from + 26)}H0Z`, palette.hills[1], 0.35)
  return line(cells, palette.hills[1], 2.6, 0.6) + low
}

/** About 120 high, walking to the right, feet on (0, 0). */
function llama(colour: string, load: string): string {
  const body =
    'M-46 -62C-52 -76 -40 -84 -26 -82C-8 -80 8 -80 20 -82C26 -96 24 -116 28 -132L24 -146L32 -138L38 -148L40 -136C50 -134 58 -128 58 -122C58 -116 46 -116 42 -114C42 -98 44 -82 38 -66C36 -58 34 -54 34 -50L36 0H28L24 -42H20L18 0H10L10 -46C-4 -44 -18 -44 -28 -46L-32 0H-40L-40 -40L-46 0H-54C-52 -20 -50 -44 -46 -62Z'
  const tail = 'M-46 -78C-58 -80 -62 -70 -56 -62C-54 -68 -50 -70 -45 -69Z'
  return (
    fill(body, colour) +
    fill(tail, colour) +
    fill('M-32 -84C-24 -98 4 -98 12 -84L14 -60C0 -54 -22 -54 -34 -60Z', load) +
    line('M-33 -72C-18 -66 0 -66 13 -72', '#FFF3D0', 5) +
    line('M30 -112L42 -110', load, 5)
  )
}

/** Prickly pears with ripe fruit. */
export const pricklyPear: Motif = (place) => {
  const { width, height, unit } = place
  const big = put(width * 0.17, height * 1.01, unit * 1.2, pears())
  const small = put(width * 0.93, height * 1.0, unit * 0.72, pears())
  return { near: big + small }
}

function pears(): string {
  const pads = [
    [0, -50, 44, 66, 4],
    [-46, -122, 36, 54, -28],
    [44, -128, 38, 58, 24],
    [-2, -168, 36, 54, -4],
    [-84, -186, 28, 42, -36],
    [86, -206, 28, 44, 32],
    [34, -238, 27, 42, 10],
  ] as const
  const fruit = [
    [-104, -222, -34],
    [-74, -226, -14],
    [-58, -172, -20],
    [112, -240, 40],
    [88, -252, 16],
    [24, -282, -6],
    [48, -280, 16],
    [-18, -222, -16],
    [4, -224, 4],
  ] as const
  const drawn = pads.map(([x, y, rx, ry, turn], i) => {
    const green = ['#3F6B46', '#4E7F50', '#47764A'][i % 3] ?? ''
    const spines = times(11, (k) => {
      const angle = k * 2.4
      const far = Math.sqrt(k / 11) * 0.8
      const [sx, sy] = [x + Math.cos(angle) * far * rx, y + Math.sin(angle) * far * ry]
      return `M${n(sx)} ${n(sy)}l-4 -6M${n(sx)} ${n(sy)}l4 -6`
    })
    return (
      oval(x + 4, y + 3, rx, ry, '#1E3A26', turn) +
      oval(x, y, rx, ry, green, turn) +
      oval(x - rx * 0.2, y - ry * 0.1, rx * 0.62, ry * 0.78, '#6FA068', turn).replace(
        '/>',
        ' opacity=".35"/>',
      ) +
      line(spines, '#F3E3B8', 1.6, 0.8)
    )
  })
  const ripe = fruit.map(
    ([x, y, turn]) =>
      oval(x, y, 12, 18, '#8E1F4A', turn) +
      oval(x - 3, y - 3, 4, 8, '#D4557F', turn) +
      oval(x, y - 15, 7, 3, '#5A1233', turn),
  )
  return drawn.join('') + ripe.join('')
}

/** A tree that the zonda has bent, and the wind itself. */
export const windTree: Motif = (place) => {
  const { width, height, unit, ridge, palette } = place
  const x = width * 0.13
  const gust = (y: number, from: number, to: number, curl: number) =>
    `M${n(width * from)} ${n(height * y)}C${n(width * (from + 0.12))} ${n(height * (y - 0.035))} ${n(width * (to - 0.16))} ${n(height * (y + 0.04))} ${n(width * to)} ${n(height * y)}c${n(curl)} ${n(-curl * 0.3)} ${n(curl)} ${n(-curl)} ${n(curl * 0.1)} ${n(-curl)}c${n(-curl * 0.5)} 0 ${n(-curl * 0.5)} ${n(curl * 0.55)} 0 ${n(curl * 0.5)}`
  const gusts = [
    gust(0.14, -0.05, 0.42, 52),
    gust(0.23, 0.2, 0.9, 60),
    gust(0.4, -0.05, 0.3, 40),
    gust(0.52, 0.55, 0.97, 44),
  ]
  return {
    behind: line(gusts.join(''), palette.hills[0], 7 * unit, 0.55),
    near: put(x, ridge(2, x) + 20, unit, bentTree(place)),
  }
}

function bentTree(place: Place): string {
  const { palette, random } = place
  const trunk =
    'M-26 16C-8 -34 -20 -84 10 -122C36 -156 84 -170 132 -172L134 -162C96 -158 58 -142 38 -112C20 -82 22 -30 30 16Z'
  const boughs =
    'M18 -120C26 -170 70 -206 150 -214M30 -128C60 -150 110 -150 172 -142M60 -160C90 -186 140 -192 190 -184'
  const strands = times(74, () => {
    const x = 40 + random() * 150
    const y = -232 + random() * 112 + Math.abs(x - 115) * 0.12
    const long = 44 + random() * 62
    const tone = [palette.leaf, palette.hills[2], '#7C6A2A'][Math.floor(random() * 3)] ?? ''
    return fill(
      `M${n(x)} ${n(y)}C${n(x + long * 0.4)} ${n(y - 15)} ${n(x + long * 0.8)} ${n(y - 9)} ${n(x + long)} ${n(y + 3)}C${n(x + long * 0.7)} ${n(y + 9)} ${n(x + long * 0.3)} ${n(y + 10)} ${n(x)} ${n(y)}Z`,
      tone,
    )
  })
  return fill(trunk, palette.shade) + mound(place, 18, 80) + line(boughs, palette.shade, 9) + strands
}
