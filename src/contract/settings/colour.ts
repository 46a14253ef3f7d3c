/** Colours as #RRGGBB. */

/** The contrast of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** `share` of the second colour, 0 to 1. */
export function mixed(one: string, other: string, share: number): string {
  const added = channels(other)
  const sums = channels(one).map((channel, i) => Math.round(channel * (1 - share) + (added[i] ?? 0) * share))
  return `#${sums.map((sum) => sum.toString(16).padStart(2, '0')).join('')}`
}

/** The colour, moved towards the other until it has this contrast with all the grounds. */
export function mixedUntil(colour: string, other: string, least: number, grounds: string[]): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mixed(colour, other, share)
    if (grounds.every((ground) => contrast(moved, ground) >= least)) return moved
  }
  return other
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
