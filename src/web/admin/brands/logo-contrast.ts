/** The two backgrounds of a logo, as in tokens.css. */
const SURFACES = [
  { name: 'claro', luminance: luminance(255, 255, 255) },
  { name: 'oscuro', luminance: luminance(18, 33, 26) },
] as const

/** Below this ratio a shape is hardly visible on its background (WCAG 1.4.11 requires 3 for essential graphics). */
const HARDLY_SEEN = 1.6
const SIDE = 48

/** 'claro' and 'oscuro': the backgrounds on which a logo is hardly visible. `pixels` are RGBA. */
export function hardlySeenOn(pixels: ArrayLike<number>): string[] {
  return SURFACES.filter(({ luminance }) => contrastWith(pixels, luminance) < HARDLY_SEEN).map(
    ({ name }) => name,
  )
}

/** The downscaled pixels of a picture on the page. Undefined where a browser refuses them. */
export function pixelsOf(image: HTMLImageElement): Uint8ClampedArray | undefined {
  try {
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, SIDE, SIDE)
    return context?.getImageData(0, 0, SIDE, SIDE).data
  } catch {
    return undefined
  }
}

/** The contrast that a tenth of the visible pixels reach; a picture without transparency is its own background. */
function contrastWith(pixels: ArrayLike<number>, surface: number): number {
  const ratios: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const alpha = (pixels[at + 3] ?? 0) / 255
    if (alpha < 0.1) continue
    const drawn = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    ratios.push(ratio(drawn * alpha + surface * (1 - alpha), surface))
  }
  if (ratios.length === 0) return 1
  return ratios.toSorted((a, b) => b - a)[Math.floor(ratios.length / 10)] ?? 1
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** WCAG 2 relative luminance, of sRGB from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
