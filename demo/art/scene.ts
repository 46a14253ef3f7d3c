/** Poster landscapes of the country: sky, sun or moon, three ridges with printed shadow, and one motif of the place. */
import type { Motif, Palette } from './palettes.ts'
import type { Random } from './random.ts'
import { n, type Point, polygon } from './svg.ts'

export interface Scene {
  defs: string
  body: string
  /** Where the plants in front may stand, so that they and the disc make one picture. */
  disc: { x: number; y: number; radius: number }
}

interface SceneRequest {
  width: number
  height: number
  palette: Palette
  random: Random
  /** Where the disc stands, as fractions of the picture; by default the random number decides. */
  disc?: { x: number; y: number; radius?: number }
  /** Where the far ridge stands, as a fraction of the height. */
  horizon?: number
}

/** Needs `materials()` among the defs. */
export function scene({ width, height, palette, random, disc, horizon = 0.52 }: SceneRequest): Scene {
  const radius = disc?.radius ?? Math.min(width * 0.2, height * 0.3)
  const x = width * (disc?.x ?? 0.34 + 0.32 * random())
  const y = height * (disc?.y ?? 0.36)
  const size = { width, height, random, palette }
  const night = palette.motif === 'noche'

  const above = night ? stars(size) : rays(x, y, radius, palette.light)
  const sun = `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${palette.light}"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="url(#discshade)" filter="url(#stipple)"/>`
  const hills = palette.hills.map((colour, i) => {
    const shape = ridge(size, height * (horizon + 0.13 * i), i)
    return `<path d="${shape}" fill="${colour}"/>${betweenHills(palette.motif, size, shape, i)}<path d="${shape}" fill="url(#hillshade)" filter="url(#stipple)"/>`
  })

  return {
    disc: { x, y, radius },
    defs: `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.skyTop}"/><stop offset="1" stop-color="${palette.skyTop}" stop-opacity="0"/></linearGradient>
<linearGradient id="discshade" x1=".2" y1="0" x2=".8" y2="1"><stop offset=".3" stop-color="${palette.shade}" stop-opacity="0"/><stop offset="1" stop-color="${palette.shade}" stop-opacity=".7"/></linearGradient>
<linearGradient id="hillshade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.shade}" stop-opacity=".5"/><stop offset=".55" stop-color="${palette.shade}" stop-opacity="0"/></linearGradient>`,
    body: `<rect width="${width}" height="${height}" fill="${palette.sky}"/><rect width="${width}" height="${n(height * 0.7)}" fill="url(#sky)"/>${above}${sun}${hills.join('')}${inFront(palette.motif, size, horizon)}`,
  }
}

interface Size {
  width: number
  height: number
  random: Random
  palette: Palette
}

/** Jagged for the cordillera, flat for the plains, rolling elsewhere. */
function ridge({ width, height, random, palette }: Size, base: number, depth: number): string {
  const flat = palette.motif === 'pampa' || palette.motif === 'esteros'
  const amplitude = height * (0.1 - 0.015 * depth) * (flat ? 0.35 : 1)
  const waves = [random() * 2 + 1, random() * 3 + 2, random() * 6 + 4].map((f) => [f, random() * 6] as const)
  const weights = [0.55, 0.3, 0.15]
  const jagged = palette.motif === 'nieve' && depth < 2
  const step = jagged ? 14 : 80
  const points = Array.from({ length: step + 1 }, (_, i): Point => {
    const u = i / step
    const wave = waves.reduce(
      (sum, [f, phase], k) => sum + (weights[k] ?? 0) * Math.sin(f * u * 3.1 + phase),
      0,
    )
    const peak = jagged ? (i % 2 ? 1 : -0.35) * (0.55 + 0.45 * random()) : 0
    return [u * width, base - amplitude * (wave + 0.75 * peak)]
  })
  return polygon([...points, [width, height], [0, height]])
}

function rays(x: number, y: number, radius: number, colour: string): string {
  const at = (angle: number, distance: number): Point => [
    x + Math.cos(angle) * distance,
    y + Math.sin(angle) * distance,
  ]
  const shape = Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16
    const tip = radius * (i % 2 ? 1.55 : 1.95)
    return polygon([at(angle - 0.05, radius * 1.16), at(angle, tip), at(angle + 0.05, radius * 1.16)])
  })
  return `<path d="${shape.join('')}" fill="${colour}" opacity=".85"/>`
}

/** Four long points and four short ones. */
export function star(x: number, y: number, radius: number): string {
  return polygon(
    Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4 - Math.PI / 2
      const reach = i % 2 ? radius * 0.3 : radius
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
    }),
  )
}

/** The Southern Cross around (x, y). */
export function southernCross(x: number, y: number, size: number): string {
  const places = [
    [0, -1, 1],
    [0.02, 1.05, 1.15],
    [-0.62, -0.02, 0.95],
    [0.58, -0.28, 0.85],
    [0.28, 0.25, 0.5],
  ] as const
  return places.map(([dx, dy, r]) => star(x + dx * size, y + dy * size, r * size * 0.17)).join('')
}

function stars({ width, height, random, palette }: Size): string {
  const small = Array.from({ length: 70 }, () => {
    const opacity = n(0.3 + 0.6 * random())
    const place = star(
      random() * width,
      random() * height * 0.55,
      (1.5 + random() * 4) * (width / 1200 + 0.4),
    )
    return `<path d="${place}" opacity="${opacity}"/>`
  })
  const wide = width > height * 1.6
  const cross = wide
    ? southernCross(width * 0.91, height * 0.27, height * 0.15)
    : southernCross(width * 0.83, height * 0.19, Math.min(width, height * 1.5) * 0.085)
  return `<g fill="${palette.light}">${small.join('')}<path d="${cross}"/></g>`
}

/** Things on a ridge, under its shadow. */
function betweenHills(motif: Motif, { width, height, random }: Size, shape: string, depth: number): string {
  if (motif === 'quebrada' && depth < 2) {
    const id = `strata${depth}`
    const colours = ['#F0C98B', '#8A2E22', '#D98C6A', '#B9A27A', '#6F2A2A']
    const bands = colours.map((colour, i) => {
      const y = height * (0.5 + 0.13 * depth + 0.035 * i)
      const points = Array.from({ length: 25 }, (_, k): string => {
        const u = k / 24
        return `${n(u * width)} ${n(y + height * 0.03 * Math.sin(u * 9 + depth * 2 + i * 0.35))}`
      })
      return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${n(height * 0.011)}" opacity=".75"/>`
    })
    return `<clipPath id="${id}"><path d="${shape}"/></clipPath><g clip-path="url(#${id})">${bands.join('')}</g>`
  }
  if (motif === 'nieve' && depth < 2) {
    const id = `snow${depth}`
    const top = shape
      .slice(1, -1)
      .split('L')
      .slice(0, 15)
      .map((pair) => pair.split(' ').map(Number))
    const caps = top.map(([x = 0, y = 0], i) => {
      if (i % 2 === 0) return ''
      const w = (width / 14) * 0.95
      const h = height * (0.06 + 0.03 * random())
      return polygon([
        [x - w, y + h],
        [x, y - 4],
        [x + w, y + h],
        [x + w * 0.45, y + h * 0.62],
        [x + w * 0.12, y + h * 1.02],
        [x - w * 0.25, y + h * 0.6],
        [x - w * 0.6, y + h * 1.05],
      ])
    })
    return `<clipPath id="${id}"><path d="${shape}"/></clipPath><path d="${caps.join('')}" fill="#F7FBFA" opacity="${depth ? 0.7 : 0.92}" clip-path="url(#${id})"/>`
  }
  return ''
}

/** Things in front of the last ridge. */
function inFront(motif: Motif, size: Size, horizon: number): string {
  const { width, height, random, palette } = size
  const across = (count: number, draw: (x: number, u: number) => string) =>
    Array.from({ length: count }, (_, i) => {
      const u = (i + random()) / count
      return draw(u * width, u)
    }).join('')

  if (motif === 'rio') return water(size, 7, 0.8, palette.light)
  if (motif === 'esteros') {
    const reeds = across(Math.round(width / 26), (x) => {
      const base = height * (0.8 + 0.2 * random())
      const tall = height * (0.1 + 0.12 * random())
      const lean = (random() - 0.5) * tall * 0.35
      return `<path d="M${n(x)} ${n(base)}Q${n(x)} ${n(base - tall * 0.6)} ${n(x + lean)} ${n(base - tall)}"/>`
    })
    return `${water(size, 9, 0.69, palette.light)}<g fill="none" stroke="${palette.shade}" stroke-width="${n(height * 0.007)}" stroke-linecap="round" opacity=".75">${reeds}</g>`
  }
  if (motif === 'pampa') {
    const grass = across(Math.round(width / 9), (x) => {
      const base = height * (horizon + 0.3 + 0.2 * random())
      const tall = height * (0.05 + 0.08 * random())
      return `<path d="M${n(x)} ${n(base)}q${n(tall * 0.1)} ${n(-tall * 0.6)} ${n(tall * 0.45)} ${n(-tall)}"/>`
    })
    return `<g fill="none" stroke="${palette.vein}" stroke-width="${n(height * 0.005)}" stroke-linecap="round" opacity=".7">${grass}</g>`
  }
  if (motif === 'lapacho') {
    const crown = (x: number) => {
      const base = height * (horizon + 0.33)
      const tall = height * (0.2 + 0.06 * random())
      const blossoms = Array.from({ length: 46 }, () => {
        const angle = random() * Math.PI * 2
        const reach = Math.sqrt(random()) * tall * 0.5
        const colour = random() < 0.3 ? '#FBD3DD' : random() < 0.5 ? '#E887A6' : '#D2557F'
        return `<circle cx="${n(x + Math.cos(angle) * reach * 1.25)}" cy="${n(base - tall + Math.sin(angle) * reach * 0.8)}" r="${n(tall * (0.05 + 0.05 * random()))}" fill="${colour}"/>`
      })
      return `<path d="M${n(x)} ${n(base)}C${n(x - tall * 0.05)} ${n(base - tall * 0.4)} ${n(x + tall * 0.06)} ${n(base - tall * 0.6)} ${n(x)} ${n(base - tall)}" stroke="${palette.shade}" stroke-width="${n(tall * 0.09)}" fill="none"/>${blossoms.join('')}`
    }
    const places = width > height * 1.6 ? [0.52, 0.73, 0.93] : [0.09, 0.9]
    return places.map((u) => crown(u * width)).join('')
  }
  if (motif === 'cardones') {
    const places = width > height * 1.6 ? [0.55, 0.66, 0.79, 0.95] : [0.08, 0.2, 0.91]
    return `<g fill="none" stroke="${palette.shade}" stroke-linecap="round" stroke-linejoin="round">${places.map((u) => cardon(u * width, height * (horizon + 0.3 + 0.05 * random()), height * (0.15 + 0.1 * random()))).join('')}</g>`
  }
  return ''
}

function cardon(x: number, base: number, tall: number): string {
  const w = tall * 0.13
  const arm = (side: number, from: number, up: number) =>
    `<path d="M${n(x)} ${n(base - tall * from)}h${n(side * w * 1.3)}q${n(side * w * 0.9)} 0 ${n(side * w * 0.9)} ${n(-w * 0.9)}v${n(-tall * up)}" stroke-width="${n(w * 0.72)}"/>`
  return `<path d="M${n(x)} ${n(base)}V${n(base - tall)}" stroke-width="${n(w)}"/>${arm(1, 0.38, 0.2)}${arm(-1, 0.5, 0.16)}`
}

function water({ width, height, random }: Size, lines: number, from: number, colour: string): string {
  return Array.from({ length: lines }, (_, k) => {
    const y = height * (from + 0.03 * k)
    const points = Array.from(
      { length: 41 },
      (_, i) => `${n((i / 40) * width)} ${n(y + Math.sin(i * 0.9 + k * 1.7) * height * 0.006)}`,
    )
    const dashes = `${n((40 + random() * 120) * (width / 760))} ${n((30 + random() * 60) * (width / 760))}`
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${n(height * 0.008)}" opacity="${n(0.7 - 0.06 * k)}" stroke-dasharray="${dashes}" stroke-linecap="round"/>`
  }).join('')
}
