/** The dry forest and the yerba country: fruit, creatures and old wood. */
import { n } from '../svg.ts'
import { circle, fill, line, type Motif, oval, put, simpleLeaf, times } from './place.ts'

/** Limes on the bough, one of them cut. */
export const limes: Motif = ({ width, height, unit }) => {
  const bough = 'M-30 20C60 30 120 60 150 130C162 160 150 190 160 216M60 34C100 20 150 20 190 34'
  const leaves = [
    [40, 28, -50],
    [84, 26, 56],
    [120, 24, -34],
    [186, 34, -8],
    [150, 30, 52],
    [128, 84, -20],
    [152, 140, 20],
    [140, 110, 160],
    [30, 26, 70],
  ] as const
  const drawn = leaves.map(([x, y, turn], i) =>
    put(x, y, 1, simpleLeaf(84, 26, i % 2 ? '#3F7F35' : '#2F6A2C', '#CBE58A'), turn),
  )
  const hung = put(66, 104, 1, lime(56)) + put(164, 268, 1, lime(64))
  return {
    near:
      put(-6, -8, unit * 1.06, line(bough, '#5A4A26', 9) + drawn.join('') + hung) +
      put(width * 0.11, height * 0.88, unit, cutLime(70)),
  }
}

function lime(r: number): string {
  const skin = `M0 ${-r}C${r * 0.62} ${-r * 0.98} ${r * 0.98} ${-r * 0.4} ${r * 0.94} ${r * 0.1}C${r * 0.9} ${r * 0.66} ${r * 0.4} ${r * 0.98} ${r * 0.12} ${r}L0 ${r * 1.16}L${-r * 0.12} ${r}C${-r * 0.4} ${r * 0.98} ${-r * 0.9} ${r * 0.66} ${-r * 0.94} ${r * 0.1}C${-r * 0.98} ${-r * 0.4} ${-r * 0.62} ${-r * 0.98} 0 ${-r}Z`
  const pores = times(22, (i) => {
    const angle = i * 2.4
    const far = Math.sqrt(i / 22) * r * 0.8
    return circle(Math.cos(angle) * far, Math.sin(angle) * far, 1.5, '#5E8A1E', 0.6)
  })
  return (
    fill(skin, '#9CC22E') +
    fill(
      `M0 ${r * 1.16}L${r * 0.12} ${r}C${r * 0.4} ${r * 0.98} ${r * 0.9} ${r * 0.66} ${r * 0.94} ${r * 0.1}C${r * 0.98} ${-r * 0.4} ${r * 0.62} ${-r * 0.98} 0 ${-r}C${r * 0.66} ${-r * 0.4} ${r * 0.6} ${r * 0.7} 0 ${r * 1.16}Z`,
      '#5E8A1E',
      0.55,
    ) +
    pores +
    oval(-r * 0.36, -r * 0.42, r * 0.14, r * 0.26, '#E3F2A0', 24)
  )
}

function cutLime(r: number): string {
  const wedges = times(9, (i) => {
    const w = r * 0.27
    return put(
      0,
      0,
      1,
      fill(
        `M0 ${-r * 0.1}C${w} ${-r * 0.5} ${w * 1.05} ${-r * 0.76} 0 ${-r * 0.8}C${-w * 1.05} ${-r * 0.76} ${-w} ${-r * 0.5} 0 ${-r * 0.1}Z`,
        '#C9DE5A',
      ) + line(`M0 ${-r * 0.3}V${-r * 0.66}`, '#EAF3A8', 3),
      i * 40,
    )
  })
  return (
    circle(4, 6, r, '#1F3510', 0.5) +
    circle(0, 0, r, '#7BA628') +
    circle(0, 0, r * 0.9, '#F4F8D8') +
    wedges +
    circle(0, 0, 5, '#F4F8D8')
  )
}

/** A yarará winds out of the undergrowth. */
export const viper: Motif = ({ width, height, unit, palette }) => {
  const bends = [
    [-70, -14],
    [60, 60],
    [210, 10],
    [150, -70],
    [100, -130],
    [-16, -120],
    [34, -216],
    [62, -268],
    [150, -280],
    [172, -214],
  ] as const
  const path = (t: number): [number, number] => {
    const third = Math.min(2, Math.floor(t * 3))
    const u = t * 3 - third
    const weights = [(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u ** 2 * (1 - u), u ** 3]
    const sum = (axis: 0 | 1) =>
      weights.reduce((all, w, k) => all + w * (bends[third * 3 + k]?.[axis] ?? 0), 0)
    return [sum(0), sum(1)]
  }
  const count = 150
  const at = (i: number) => path(1 - i / count)
  const girth = (u: number) => (u < 0.08 ? 15 + 60 * u : 20.5 - 16 * Math.max(0, u - 0.45) ** 1.2)
  const body = (extra: number, colour: string) =>
    times(count, (i) => {
      const [x, y] = at(i)
      return circle(x, y, girth(i / count) + extra, colour)
    })
  const marks = times(15, (k) => {
    const i = 12 + k * 9
    const [x, y] = at(i)
    const [nx, ny] = at(i + 2)
    const turn = (Math.atan2(ny - y, nx - x) * 180) / Math.PI
    const r = girth(i / count)
    return put(
      x,
      y,
      r / 20,
      fill('M-15 -20H15L6 -2H-6ZM-15 20H15L6 2H-6Z', '#4A2A12') +
        fill('M-15 -20H15L13 -16H-13ZM-15 20H15L13 16H-13Z', '#F3DCA0'),
      turn,
    )
  })
  const [hx, hy] = at(0)
  const [bx, by] = at(5)
  const turn = (Math.atan2(hy - by, hx - bx) * 180) / Math.PI
  const head =
    line('M34 0C46 -2 50 -8 60 -10M46 -3C54 0 56 4 64 6', '#A8201A', 3) +
    fill('M-22 -17C-4 -30 22 -20 40 -6Q44 0 40 6C22 20 -4 30 -22 17Z', '#8A5A2A') +
    fill('M-18 -6L30 -3L30 3L-18 6Z', '#4A2A12') +
    circle(12, -13, 5, '#F7D774') +
    circle(12, -13, 2, '#000') +
    circle(12, 13, 5, '#F7D774') +
    circle(12, 13, 2, '#000')
  const ferns = times(7, (i) =>
    put(
      -70 + i * 52,
      24,
      0.9,
      simpleLeaf(120, 20, i % 2 ? palette.hills[2] : palette.leaf, palette.vein),
      -118 + i * 18,
    ),
  )
  return {
    near: put(
      width * 0.03,
      height * 0.93,
      unit,
      body(3.5, palette.shade) + body(0, '#A8743A') + marks + put(hx, hy, 1.2, head, turn) + ferns,
    ),
  }
}

/** An old quebracho, its bark in plates. */
export const quebracho: Motif = (place) => {
  const { width, height, unit, random, palette } = place
  const trunk =
    'M-78 20C-46 -10 -42 -70 -46 -130C-50 -176 -96 -200 -130 -226L-118 -240C-84 -222 -52 -206 -34 -186C-30 -220 -44 -262 -50 -300L-32 -304C-20 -266 -12 -236 -6 -200C14 -222 42 -246 82 -254L88 -240C54 -226 34 -200 30 -160C28 -90 34 -14 74 20Z'
  const bark = times(22, (i) => {
    const x = -34 + (i % 6) * 11 + random() * 4
    const y = -168 + Math.floor(i / 6) * 46 + random() * 20
    return line(
      `M${n(x)} ${n(y)}q${n(3 + random() * 4)} ${n(14)} ${n(random() * 3 - 1)} ${n(24 + random() * 14)}`,
      palette.hills[0],
      4,
      0.6,
    )
  })
  const crowns = [
    [-128, -250, 62],
    [-44, -310, 78],
    [60, -272, 70],
    [112, -226, 46],
    [-4, -236, 54],
    [-96, -300, 52],
  ] as const
  const foliage = (lift: number, tone: string, k: number) =>
    crowns
      .map(([x, y, r]) =>
        times(26, () => {
          const a = random() * 6.28
          const far = Math.sqrt(random()) * r
          return oval(
            x + Math.cos(a) * far,
            y + lift + Math.sin(a) * far * 0.62,
            17 * k,
            9 * k,
            tone,
            random() * 180,
          )
        }),
      )
      .join('')
  const tree =
    foliage(8, palette.shade, 1.2) +
    fill(trunk, palette.shade) +
    bark +
    foliage(0, '#5E6B2A', 1.05) +
    foliage(-8, '#8C963C', 0.7)
  return { near: put(width * 0.22, height * 0.99, unit * 1.18, tree) }
}

/** Mate, and the bees that make the honey. */
export const mate: Motif = ({ width, height, unit }) => {
  const gourd =
    'M-62 -168C-70 -132 -104 -112 -104 -56C-104 0 -58 30 0 30S104 0 104 -56C104 -112 70 -132 62 -168Z'
  const cup =
    oval(0, 32, 110, 14, '#22300F').replace('/>', ' opacity=".5"/>') +
    line('M30 -178L96 -306Q100 -314 112 -314H128', '#D5DCD9', 9) +
    line('M28 -180L93 -306', '#FFFFFF', 2.6, 0.8) +
    oval(0, -170, 63, 17, '#2A1208') +
    oval(-6, -173, 52, 12, '#7E8F2A') +
    circle(-30, -176, 5, '#A9BF4A') +
    circle(2, -180, 6, '#A9BF4A') +
    circle(-10, -173, 4, '#5E6B1E') +
    fill(gourd, '#6B3A1B') +
    fill('M62 -168C70 -132 104 -112 104 -56C104 0 58 30 0 30C60 8 66 -90 30 -168Z', '#2A1208', 0.5) +
    fill('M-84 -92C-94 -70 -94 -34 -82 -14C-74 -34 -74 -70 -66 -100Z', '#E9B98A', 0.55) +
    line('M-62 -168Q0 -146 62 -168', '#D5DCD9', 15) +
    line('M-62 -172Q0 -151 62 -172', '#FFFFFF', 3, 0.8) +
    line('M-42 -46C-18 -70 18 -70 42 -46M-42 -46C-18 -22 18 -22 42 -46M0 -64V-28', '#E9C88A', 4, 0.7)
  const comb = times(15, (i) => {
    const [c, r] = [i % 4, Math.floor(i / 4)]
    if (c + r > 4) return ''
    const hexagon = `M${times(6, (k) => `${k ? 'L' : ''}${n(Math.sin((k * Math.PI) / 3) * 26)} ${n(Math.cos((k * Math.PI) / 3) * 26)}`)}Z`
    return put(
      18 + c * 47 + (r % 2) * 23.5,
      14 + r * 41,
      1,
      fill(hexagon, ['#C97A12', '#E9A820', '#B5640E'][i % 3] ?? '') +
        line(hexagon, '#F7DD8A', 6) +
        oval(-7, -8, 6, 4, '#FFF3C8', -30),
    )
  })
  const bee =
    oval(0, 0, 17, 11, '#E9A820') +
    line('M-4 -10V10M5 -9.5V9.5', '#2A1A0A', 5) +
    circle(17, -1, 6, '#2A1A0A') +
    oval(-4, -15, 8, 13, '#FFFFFF', -24).replace('/>', ' opacity=".85"/>') +
    oval(8, -15, 7, 12, '#FFFFFF', 18).replace('/>', ' opacity=".7"/>')
  const bees =
    put(width * 0.3, height * 0.16, unit, bee, -12) +
    put(width * 0.13, height * 0.37, unit * 0.8, bee, 16) +
    put(width * 0.42, height * 0.06, unit * 0.7, bee, -24)
  return { behind: put(0, 0, unit, comb), near: put(width * 0.21, height * 0.9, unit * 0.92, cup) + bees }
}

/** The crespín calls from its branch. */
export const crespin: Motif = ({ width, height, unit, palette }) => {
  const bough = 'M-40 70C40 40 130 52 250 20M120 46C150 70 190 78 220 76M20 50C40 20 44 0 70 -16'
  const peaches = [
    [196, 76, 27],
    [76, 92, 24],
  ] as const
  const fruit = peaches.map(
    ([x, y, r]) =>
      line(`M${x} ${y - r}v-22`, '#5A3626', 4) +
      circle(x, y, r, '#E0703F') +
      oval(x - r * 0.2, y - r * 0.1, r * 0.62, r * 0.74, '#F5A860', 20) +
      line(`M${x + 3} ${y - r + 2}Q${x + r * 0.5} ${y} ${x + 2} ${y + r - 2}`, '#B4482A', 3, 0.7),
  )
  const leaves = [
    [30, 44, -120],
    [66, -14, -40],
    [158, 42, 60],
    [232, 24, -26],
    [214, 76, 30],
    [100, 48, 110],
    [10, 56, 80],
  ] as const
  const drawn = leaves.map(([x, y, turn], i) =>
    put(x, y, 1, simpleLeaf(66, 15, i % 2 ? '#5E7A3A' : '#44602C', '#C9DE9A'), turn),
  )
  const bird =
    fill('M-30 -20C-60 20 -96 70 -120 128L-98 132C-76 90 -44 50 -4 6Z', '#6E4A34') +
    line('M-30 2C-58 40 -86 84 -106 126M-16 8C-44 46 -74 90 -98 128', '#3A241A', 4, 0.8) +
    fill(
      'M-44 0C-40 -56 -4 -84 40 -88C66 -86 72 -66 62 -46C50 -10 20 24 -16 24C-36 24 -46 16 -44 0Z',
      '#C98E5E',
    ) +
    fill('M-2 22C34 8 54 -24 60 -48C44 -46 20 -40 8 -18C0 -4 -4 10 -2 22Z', '#F3DCC0') +
    fill('M-44 0C-34 -40 -4 -56 16 -54C12 -26 -8 8 -36 16Z', '#8A5A3C') +
    line('M-34 4C-24 -20 -10 -34 4 -42M-26 10C-12 -10 -2 -22 8 -30', '#F3DCC0', 4) +
    fill(
      'M36 -86C26 -104 10 -112 -8 -114C4 -106 8 -100 12 -92C2 -98 -8 -98 -16 -96C2 -90 16 -82 30 -74Z',
      '#8A3F26',
    ) +
    fill('M64 -72L90 -62L62 -56Z', '#4A3020') +
    circle(48, -70, 6.5, '#1A100A') +
    circle(50, -72, 2, '#FFFFFF') +
    line('M0 22L-4 46M14 18L14 42', '#4A3020', 5)
  return {
    near: put(
      width * 0.01,
      height * 0.5,
      unit,
      line(bough, '#5A3626', 13) +
        line(bough, palette.hills[0], 3, 0.5) +
        drawn.join('') +
        fruit.join('') +
        put(116, 4, 1.25, bird),
    ),
  }
}
