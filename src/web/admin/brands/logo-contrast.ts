/** The two surfaces a logo stands on, as in tokens.css. */
const SURFACES = [
  { name: 'claro', luminance: luminance(255, 255, 255) },
  { name: 'oscuro', luminance: luminance(18, 33, 26) },
] as const

/** Under this ratio a shape is hardly told from what is behind it (WCAG 1.4.11 asks for 3 of what must be seen). */
const HARDLY_SEEN = 1.6
const SIDE = 48

/** 'claro' and 'oscuro': the backgrounds on which a logo would hardly be seen. `pixels` are RGBA. */
export function hardlySeenOn(pixels: ArrayLike<number>): string[] {
  return SURFACES.filter(({ luminance }) => contrastWith(pixels, luminance) < HARDLY_SEEN).map(
    ({ name }) => name,
  )
}

/** The pixels of a picture that is already shown, small. Undefined where a browser does not give them. */
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

/** The best contrast that a tenth of what is drawn reaches; a picture without transparency is its own background. */
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

/** WCAG 2, of sRGB from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}
