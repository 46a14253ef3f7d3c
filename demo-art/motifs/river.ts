/** Blossom, boats and music along the Paraná. */
import { n } from '../svg.ts'
import { circle, fill, line, type Motif, mound, oval, type Place, put, times, water } from './place.ts'

const pinks = ['#FBD3DD', '#E887A6', '#D2557F', '#F3A8C0']

/** Lapachos in bloom; on a pack one large tree. */
export const lapacho: Motif = (place) => {
  const { width, unit, ridge } = place
  const spots = place.isWide ? [0.56, 0.73, 0.92].map((u) => [u, 0.78] as const) : ([[0.2, 1.25]] as const)
  const trees = spots.map(([u, size]) =>
    put(width * u, ridge(2, width * u) + 40, unit * size, bloomingTree(place)),
  )
  const petals = times(26, () => {
    const [x, y] = [place.random() * width, place.height * (0.4 + 0.6 * place.random())]
    return oval(x, y, 6 * unit, 3.4 * unit, pinks[Math.floor(place.random() * 4)] ?? '', place.random() * 180)
  })
  return { near: trees.join('') + petals }
}

function bloomingTree(place: Place): string {
  const { palette, random } = place
  const trunk =
    'M-13 10C-8 -40 -12 -70 -4 -104L8 -104C6 -70 12 -40 18 10ZM-2 -96C-30 -120 -52 -134 -74 -168L-66 -170C-44 -142 -20 -128 4 -110ZM2 -100C26 -128 52 -142 70 -178L62 -182C46 -150 20 -136 -2 -112ZM-3 -100L-6 -196H4L9 -100Z'
  const clusters = [
    [-72, -176, 42],
    [-34, -212, 46],
    [14, -228, 44],
    [58, -202, 44],
    [84, -164, 32],
    [-12, -172, 46],
    [36, -164, 40],
    [-92, -140, 26],
  ] as const
  const blooms = clusters.map(([cx, cy, r]) => {
    const below = circle(cx, cy + 5, r, '#9C2F62')
    return (
      below +
      times(34, () => {
        const angle = random() * Math.PI * 2
        const far = Math.sqrt(random()) * r
        const tone = pinks[Math.floor(random() * 4)] ?? ''
        return circle(cx + Math.cos(angle) * far, cy + Math.sin(angle) * far * 0.9, 6 + random() * 6, tone)
      })
    )
  })
  return fill(trunk, palette.shade) + mound(place, 12, 60) + blooms.join('')
}

/** Somebody rows home down the river, past a willow. */
export const canoe: Motif = (place) => {
  const { width, height, unit, ridge, palette, disc, random } = place
  const shore = ridge(1, width / 2) + 6
  const glints = times(12, (i) => {
    const y = shore + 10 + i * 15 * unit
    const w = disc.radius * (0.9 - 0.05 * i) * (0.6 + 0.5 * random())
    return line(`M${n(disc.x - w)} ${n(y)}H${n(disc.x + w)}`, palette.light, 4, 0.8)
  })
  const river = fill(`M0 ${n(shore)}H${width}V${height}H0Z`, palette.hills[1])
  const boat =
    oval(0, 16, 120, 9, palette.hills[2]) +
    fill('M-128 -20C-84 0 70 0 118 -22C104 12 72 18 0 18C-74 18 -112 12 -128 -20Z', palette.shade) +
    line('M-118 -12C-76 4 66 4 110 -14', palette.light, 4, 0.8) +
    fill('M-10 2C-14 -30 -10 -52 6 -54C22 -54 26 -30 26 2Z', '#B4532A') +
    circle(8, -66, 13, '#7A4A2A') +
    fill('M-16 -70C-8 -90 24 -90 32 -70Z', '#F3DCA0') +
    line('M-46 -58L58 22', '#F3DCA0', 6) +
    line('M2 -46L-18 -34M18 -44L24 -14', '#B4532A', 10)
  return {
    near:
      river + glints + water(place, shore + 30, palette.vein) + put(width * 0.24, height * 0.86, unit, boat),
    over: put(width * 1.0, height * 0.02, unit, willow(place)),
  }
}

/** Hangs from the upper right corner. */
function willow({ palette, random }: Place): string {
  return times(22, (i) => {
    const x = 20 - i * 9
    const tall = 210 - i * 6 + random() * 60
    const strand = `M${n(x)} -20C${n(x - 6)} ${n(tall * 0.4)} ${n(x + 6)} ${n(tall * 0.7)} ${n(x - 8)} ${n(tall)}`
    const tone = i % 2 ? palette.leaf : palette.hills[2]
    const leaves = times(Math.floor(tall / 20), (k) => {
      const y = 6 + ((i * 7) % 20) + k * 20
      return oval(x + (k % 2 ? 6 : -6), y, 3.2, 11, tone, k % 2 ? -24 : 24)
    })
    return line(strand, tone, 2.6) + leaves
  })
}

/** The accordion of the chamamé, open in the middle of a tune. */
export const accordion: Motif = ({ width, height, unit, palette }) => {
  const folds = times(9, (i) => {
    const x = -72 + i * 16
    const lift = Math.abs(i - 4) ** 2 * 0.9
    const [top, foot] = [-66 - lift, 66 - lift]
    return (
      fill(`M${x} ${n(top)}L${x + 8} ${n(top - 9)}V${n(foot + 9)}L${x} ${n(foot)}Z`, '#F3DCA0') +
      fill(`M${x + 8} ${n(top - 9)}L${x + 16} ${n(top)}V${n(foot)}L${x + 8} ${n(foot + 9)}Z`, '#B4532A')
    )
  })
  const box = (side: number, keys: string) =>
    put(
      side * 108,
      -13,
      1,
      `<rect x="-40" y="-88" width="80" height="176" rx="14" fill="#A8201A"/><rect x="-40" y="-88" width="80" height="176" rx="14" fill="none" stroke="#F3DCA0" stroke-width="5"/>${keys}`,
      side * 6,
    )
  const piano = times(
    9,
    (i) =>
      `<rect x="6" y="${-74 + i * 17}" width="40" height="14" rx="3" fill="#FBF3E4"/>${i % 3 === 2 ? '' : `<rect x="6" y="${-64 + i * 17}" width="22" height="8" rx="2" fill="#10131C"/>`}`,
  )
  const grille = line('M-24 -64V64M-10 -64V64', '#F3DCA0', 5, 0.8)
  const buttons = times(24, (i) =>
    circle(-22 + (i % 3) * 20, -70 + Math.floor(i / 3) * 20, 6, i % 2 ? '#FBF3E4' : '#E9A820'),
  )
  const notes = [
    [-150, -168, -8],
    [30, -190, 8],
    [120, -150, 14],
  ] as const
  const tune = notes.map(([x, y, turn]) =>
    put(
      x,
      y,
      1,
      oval(0, 0, 13, 10, palette.leaf, -20) + line('M11 -4V-52C22 -46 30 -40 28 -26', palette.leaf, 5),
      turn,
    ),
  )
  const instrument = put(0, 0, 1, folds + box(-1, buttons) + box(1, grille + piano), -8)
  return {
    near: put(
      width * 0.25,
      height * 0.75,
      unit * 0.98,
      oval(0, 90, 172, 13, palette.shade).replace('/>', ' opacity=".75"/>') + tune.join('') + instrument,
    ),
  }
}
