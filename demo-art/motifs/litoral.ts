/** The rivers, wetlands and red earth of the north-east. */
import { n } from '../svg.ts'
import { circle, fill, line, type Motif, oval, type Place, put, simpleLeaf, times, water } from './place.ts'

/** Two palms by the river and a hammock for the siesta. */
export const hammock: Motif = (place) => {
  const { width, height, unit, ridge } = place
  const shore = ridge(2, width / 2)
  const net =
    fill('M-88 -104C-60 -34 52 -34 84 -104C56 -70 -56 -70 -88 -104Z', '#F3E3C2') +
    line('M-76 -88C-46 -46 44 -46 74 -88M-66 -82C-40 -58 38 -58 64 -82', '#C8342B', 6) +
    line('M-104 -124L-86 -102M100 -124L82 -102', '#F3E3C2', 4) +
    line('M-70 -74l-4 16M-40 -54l-2 18M0 -49v18M40 -54l2 18M68 -74l4 16', '#F3E3C2', 3)
  const grove = palm(-112, 208, -12, place) + net + palm(108, 240, 14, place)
  const bank = oval(width * 0.2, height * 1.0, width * 0.44, height * 0.12, '#12382A')
  return {
    near: water(place, shore + 6, '#C8342B') + bank + put(width * 0.2, height * 0.93, unit * 0.98, grove),
  }
}

function palm(x: number, tall: number, lean: number, { palette }: Place): string {
  const trunk = `M${x - 9} 0C${x - 7} ${-tall * 0.5} ${x + lean - 6} ${-tall * 0.8} ${x + lean - 5} ${-tall}H${x + lean + 5}C${x + lean + 6} ${-tall * 0.8} ${x + 7} ${-tall * 0.5} ${x + 9} 0Z`
  const rings = times(12, (i) => `M${n(x - 7 + (lean * i) / 14)} ${n((-tall * (i + 0.6)) / 12.5)}h14`)
  const fronds = times(11, (i) => {
    const angle = -200 + i * 22
    const frond = `M0 0C26 -20 62 -18 92 14C64 2 30 2 0 0Z`
    const comb = times(7, (k) => `M${18 + k * 10} ${n(-8 + k * 1.6)}l${n(7)} ${16 + k}`)
    return put(
      x + lean,
      -tall,
      1,
      fill(frond, i % 2 ? palette.hills[1] : palette.leaf) +
        line(comb, i % 2 ? palette.hills[1] : palette.leaf, 3),
      angle,
    )
  })
  const dates = times(6, (i) => circle(x + lean - 10 + i * 4, -tall + 12 + (i % 2) * 6, 5, '#E9A820'))
  return fill(trunk, palette.shade) + line(rings, palette.vein, 2, 0.4) + fronds + dates
}

/** A passion flower, as large as the hand. */
export const passionFlower: Motif = ({ width, height, unit, palette }) => {
  const vine =
    line('M-170 96C-110 120 -70 60 0 0C60 -52 96 -130 60 -240C46 -290 70 -340 66 -420', palette.leaf, 8) +
    line('M52 -110c44 -6 60 -36 40 -54s-40 8 -20 24s48 4 56 -20', palette.leaf, 4) +
    put(-112, 92, 1, simpleLeaf(120, 34, '#3F6B4A', '#A8CF97'), 40) +
    put(66, -170, 1, simpleLeaf(110, 30, '#3F6B4A', '#A8CF97'), -20)
  return { near: put(width * 0.23, height * 0.6, unit * 1.06, vine + blossom()) }
}

function blossom(): string {
  const petal = (i: number) =>
    put(
      0,
      0,
      1,
      fill('M0 -18C30 -44 34 -112 0 -138C-34 -112 -30 -44 0 -18Z', i % 2 ? '#F7EEF7' : '#E3CDEB') +
        line('M0 -40V-118M-9 -50V-100M9 -50V-100', '#B58AC9', 1.6, 0.5),
      i * 36,
    )
  const crown = times(72, (i) => {
    const angle = (i * 5 * Math.PI) / 180
    const wave = i % 2 ? 92 : 84
    const at = (r: number) => `${n(Math.cos(angle) * r)} ${n(Math.sin(angle) * r)}`
    return (
      line(`M${at(24)}L${at(40)}`, '#3B1248', 4) +
      line(`M${at(40)}L${at(56)}`, '#F7EEF7', 3.4) +
      line(`M${at(56)}L${at(wave)}`, '#5B3FB0', 3.6)
    )
  })
  const anthers = times(5, (i) =>
    put(
      0,
      0,
      1,
      line('M0 0V-34', '#A9BF4A', 7) + oval(0, -38, 15, 6, '#E9C84A') + oval(0, -40, 15, 3, '#F7E28A'),
      i * 72,
    ),
  )
  const stigmas = times(3, (i) =>
    put(0, 0, 1, line('M0 0C4 -10 2 -18 8 -24', '#5A1A4A', 6) + circle(9, -26, 6, '#5A1A4A'), 30 + i * 120),
  )
  return (
    times(10, petal) + circle(0, 0, 27, '#3B1248') + crown + circle(0, 0, 20, '#C8D67A') + anthers + stigmas
  )
}

/** Water hyacinths that drift by. */
export const waterHyacinth: Motif = (place) => {
  const { width, height, unit, ridge } = place
  const shore = ridge(1, width / 2) + 14
  return {
    middle: fill(`M0 ${n(shore)}H${width}V${height}H0Z`, place.palette.hills[2]),
    near:
      fill(`M0 ${n(shore)}H${width}V${height}H0Z`, place.palette.hills[2]) +
      water(place, shore) +
      put(width * 0.1, height * 0.72, unit * 0.55, hyacinth(1)) +
      put(width * 0.92, height * 0.8, unit * 0.7, hyacinth(1)) +
      put(width * 0.2, height * 0.97, unit * 1.05, hyacinth(2)),
  }
}

function hyacinth(spikes: number): string {
  const pads = [-64, -34, 34, 66, -14, 16].map((lean, i) => {
    const up = -62 - (i % 3) * 16
    const pad = `M${lean * 0.3} -6C${lean * 0.3} -30 ${lean * 0.8} ${up + 30} ${lean} ${up + 16}`
    return (
      line(pad, '#4E8F4A', 13) +
      oval(lean * 1.16, up, 32, 25, '#2F7A45', lean * 0.5) +
      oval(lean * 1.16 - 7, up - 5, 18, 13, '#6FB56A', lean * 0.5)
    )
  })
  const flowers = times(spikes, (k) => {
    const x = spikes === 1 ? 4 : k ? 36 : -26
    const top = k ? -168 : -190
    const cups = times(12, (i) => {
      const y = top + 12 + Math.floor(i / 2) * 15
      const dx = (i % 2 ? 1 : -1) * (6 + Math.floor(i / 2) * 2.6)
      const tone = ['#B99AE6', '#9A78D6', '#D3BEF2'][i % 3] ?? ''
      return oval(x + dx, y, 13, 10, tone, i % 2 ? 30 : -30) + circle(x + dx, y, 2.6, '#F4D24A')
    })
    return line(`M${x} -20V${top}`, '#4E8F4A', 8) + cups + oval(x, top, 9, 12, '#D3BEF2')
  })
  return oval(0, 2, 104, 12, '#06262B').replace('/>', ' opacity=".5"/>') + pads.join('') + flowers
}

/** The caiman and the moon in the same water. */
export const caiman: Motif = (place) => {
  const { width, height, unit, ridge, disc, palette, random } = place
  const shore = ridge(1, width / 2) + 8
  const glints = times(15, (i) => {
    const y = shore + 8 + i * ((height - shore) / 15)
    const w = disc.radius * (0.85 - 0.03 * i) * (0.6 + 0.5 * random())
    return line(
      `M${n(disc.x - w)} ${n(y)}H${n(disc.x + w * (0.5 + random() * 0.5))}`,
      palette.light,
      3 + i * 0.35,
      0.75,
    )
  })
  const basin = fill(`M0 ${n(shore)}H${width}V${height}H0Z`, palette.hills[2])
  return {
    near:
      basin +
      glints +
      reeds(place, [0.02, 0.2]) +
      reeds(place, [0.9, 1]) +
      put(width * 0.27, height * 0.9, unit * 1.1, caimanHead('#7672BE', palette.light)),
  }
}

function caimanHead(colour: string, eye: string): string {
  const back =
    'M-190 6C-170 -8 -160 -4 -150 -12L-140 -4L-128 -16L-116 -6L-104 -18L-92 -8L-78 -20L-64 -10L-50 -22C-46 -38 -26 -42 -18 -28C-4 -22 30 -16 62 -18C74 -26 88 -22 90 -10C96 -4 92 6 84 6Z'
  return (
    fill(back, colour) +
    fill('M-50 6C-20 -4 40 -2 84 6Z', '#000', 0.3) +
    circle(-33, -27, 8, eye) +
    fill('M-33 -35C-29 -30 -29 -24 -33 -19C-37 -24 -37 -30 -33 -35Z', '#0A0A1C') +
    circle(80, -14, 3, '#0A0A1C') +
    line('M-200 12H104M-170 22H60', '#A9A6F0', 3, 0.6)
  )
}

/** Cat-tails between two fractions of the width. */
function reeds({ width, height, random, palette }: Place, [from, to]: readonly [number, number]): string {
  const count = Math.max(3, Math.round(((to - from) * width) / 24))
  return times(count, (i) => {
    const x = width * (from + ((to - from) * (i + random())) / count)
    const base = height * (0.97 + 0.05 * random())
    const tall = height * (0.26 + 0.18 * random())
    const lean = (random() - 0.5) * tall * 0.3
    const tip: [number, number] = [x + lean, base - tall]
    return (
      line(
        `M${n(x)} ${n(base)}Q${n(x)} ${n(base - tall * 0.6)} ${n(tip[0])} ${n(tip[1])}`,
        palette.shade,
        height * 0.008,
      ) +
      line(
        `M${n(x)} ${n(base)}q${n(lean * -0.4)} ${n(-tall * 0.4)} ${n(lean * -1.2)} ${n(-tall * 0.62)}`,
        palette.hills[0],
        height * 0.009,
      ) +
      oval(tip[0], tip[1], height * 0.012, height * 0.042, '#5A3018', (lean / tall) * 60)
    )
  })
}

/** Reeds on calm water. */
export const wetland: Motif = (place) => ({
  near: water(place, place.ridge(2, 0)) + reeds(place, place.isWide ? [0.5, 1] : [0, 1]),
})
