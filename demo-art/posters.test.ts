import { describe, expect, it } from 'vitest'
import { products } from '../demo/catalogue.ts'
import { CARDON_WIDTH, cardonSpots } from './motifs/andes.ts'
import { posters } from './posters.ts'
import { type Palette } from './palettes.ts'

const varieties = products.filter(({ type }) => type !== 'merch').map(({ slug }) => slug)
const all = Object.entries(posters)
const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const))

/** The mean distance of the colours of skies, lights and hills of two palettes, 0 to 441. */
function distance(a: Palette, b: Palette): number {
  const colours = ({ sky, skyTop, light, hills }: Palette) => [sky, skyTop, light, ...hills]
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const steps = colours(a).map((colour, i) => {
    const other = channels(colours(b)[i] ?? '')
    return Math.hypot(...channels(colour).map((value, k) => value - (other[k] ?? 0)))
  })
  return steps.reduce((sum, step) => sum + step, 0) / steps.length
}

describe('the posters', () => {
  it('there is one for each variety and no other', () => {
    expect(Object.keys(posters).toSorted()).toEqual(varieties.toSorted())
  })

  it('no two share a motif', () => {
    expect(new Set(all.map(([, { motif }]) => motif)).size).toBe(all.length)
  })

  it('no two have palettes that one could take for the same', () => {
    const alike = pairs.filter(([[, a], [, b]]) => distance(a.palette, b.palette) < 30)
    expect(alike.map(([[a], [b]]) => `${a} ${b}`)).toEqual([])
  })

  it('no two have the same horizon, light and leaf', () => {
    const looks = all.map(([, { horizon, disc, leaf }]) => JSON.stringify([horizon, disc, leaf]))
    expect(new Set(looks).size).toBe(all.length)
  })

  it('each has complete colours and a horizon from 45 to 72 %', () => {
    for (const [slug, { palette, horizon }] of all) {
      const { hills, ...rest } = palette
      for (const colour of [...hills, ...Object.values(rest)]) expect(colour, slug).toMatch(/^#[0-9A-F]{6}$/)
      expect(horizon, slug).toBeGreaterThanOrEqual(0.45)
      expect(horizon, slug).toBeLessThanOrEqual(0.72)
    }
  })
})

describe('cardones', () => {
  it.each([
    ['a pack', false, 760],
    ['a banner', true, 1920 / (620 / 560)],
  ])('on %s stand at least 1.6 widths apart', (_, isWide, width) => {
    const spots = cardonSpots(isWide)
    for (const [i, [at, tall]] of spots.entries()) {
      const [next, high] = spots[i + 1] ?? [Infinity, 0]
      expect((next - at) * width).toBeGreaterThanOrEqual(1.6 * CARDON_WIDTH * ((tall + high) / 2))
    }
  })
})
