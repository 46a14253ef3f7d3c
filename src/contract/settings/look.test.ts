import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from './colour.ts'
import { DRAWN, DRAWN_LOOK, type Look, lookErrors, nightOf, paletteOf, TEXTS, tokensOf } from './look.ts'

const none = DRAWN_LOOK

describe('contrast', () => {
  it('is 21 for black and white in either order', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#FFFFFF', '#000000')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

describe('lookErrors', () => {
  it('finds none in the default theme and in readable colours', () => {
    expect(lookErrors(none)).toEqual({})
    expect(
      lookErrors({ ...none, accent_light: '#7A1F4B', ground_light: '#FFF8F0', accent_dark: '#F2A7C3' }),
    ).toEqual({})
  })

  it('names the contrast of the colour at fault', () => {
    expect(lookErrors({ ...none, accent_light: '#F2A7C3' })).toEqual({
      accent_light: 'El contraste queda en 1,4:1; hace falta 4,5:1.',
    })
    expect(Object.keys(lookErrors({ ...none, ground_dark: '#777777' }))).toEqual(['ground_dark'])
  })

  it.each(['red', '#12345', '#1234567', '#1b4d35;}', 'url(x)'])('refuses %s', (colour) => {
    expect(lookErrors({ ...none, accent_dark: colour })).toEqual({
      accent_dark: 'El color se escribe como #1B4D35',
    })
  })
})

describe('paletteOf', () => {
  it('is readable in every accepted theme', () => {
    let accepted = 0
    for (let step = 0; accepted < 300; step++) {
      const look = {
        ...none,
        accent_light: colour(step, 5, 40),
        ground_light: colour(step, 7, 95),
        accent_dark: colour(step, 11, 80),
        ground_dark: colour(step, 13, 12),
      }
      if (Object.keys(lookErrors(look)).length > 0) continue
      accepted += 1
      expect([...tooCloseIn(look, 'light'), ...tooCloseIn(look, 'dark')], JSON.stringify(look)).toEqual([])
    }
  })

  /** Colours around one lightness, spread evenly. */
  function colour(step: number, prime: number, percent: number): string {
    const channel = (at: number) => {
      const spread = ((step * prime * (at + 2) + at * 37) % 60) - 30
      return Math.max(0, Math.min(255, Math.round((percent / 100) * 255) + spread))
    }
    return `#${[0, 1, 2].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
  }

  function tooCloseIn(look: Look, scheme: 'light' | 'dark'): string[] {
    const of = paletteOf(look, scheme)
    const [text, muted, subtle] = TEXTS[scheme]
    const grounds = [of.bg, of.surface, of.sunken]
    const pairs: [string, string, number][] = [
      ...grounds.flatMap((ground): [string, string, number][] => [
        ...[text, muted, subtle, of.primary].map((one): [string, string, number] => [one, ground, 4.5]),
        [of.control, ground, 3],
      ]),
      [of['on-primary'], of.primary, 4.5],
      [of['on-primary'], of['primary-hover'], 4.5],
      [of.fem, of['fem-bg'], 4.5],
      [text, of['fem-bg'], 4.5],
      [muted, of['fem-bg'], 4.5],
      ['#f6f1e7', nightOf(look), 7],
    ]
    return pairs
      .filter(([one, other, least]) => contrast(one, other) < least)
      .map(([one, other]) => `${scheme} ${one} on ${other}: ${contrast(one, other).toFixed(2)}`)
  }
})

describe('tokensOf', () => {
  it('is empty for the default theme', () => {
    expect(tokensOf(none)).toBe('')
  })

  it('sets each scheme on its own', () => {
    const rules = tokensOf({ ...none, accent_light: '#7a1f4b', heading_font: 'serif' })
    expect(rules).toContain('@media (prefers-color-scheme:light){html:root{--primary:#7a1f4b;')
    expect(rules).toContain('--on-primary:#ffffff')
    expect(rules).not.toContain('scheme:dark')
    expect(rules).toContain('--font-display:var(--font-serif)')
  })

  it('knows the defaults of the sheet', () => {
    const sheet = readFileSync('src/web/styles/tokens.css', 'utf8')
    const [light = '', dark = ''] = sheet.split('prefers-color-scheme: dark')
    for (const [text, scheme] of [
      [light, 'light'],
      [dark, 'dark'],
    ] as const) {
      const { surface, ...others } = DRAWN[scheme]
      for (const [name, value] of Object.entries(others)) expect(text).toContain(`--${name}: ${value};`)
      expect(light).toContain(`--surface-${scheme}: ${surface};`)
      expect(
        ['text', 'muted', 'subtle'].map((name) => new RegExp(`--${name}: (#\\w+);`).exec(text)?.[1]),
      ).toEqual(TEXTS[scheme])
    }
    expect(light).toContain(`--night: ${nightOf(none)};`)
  })
})
