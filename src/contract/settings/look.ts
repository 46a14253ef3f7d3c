import { contrast, mixed, mixedUntil } from './colour.ts'
import { formatNumber } from '../place.ts'

/** The theme of a shop: colours and heading font. Rules for form and server, CSS tokens for the style sheet. */
export const HEADING_FONTS = {
  display: 'Archivo ancha',
  ui: 'Archivo',
  serif: 'Faustina cursiva',
} as const
export type HeadingFont = keyof typeof HEADING_FONTS

/** Colours as #RRGGBB; empty for the default. */
export interface Look {
  accent_light: string
  ground_light: string
  accent_dark: string
  ground_dark: string
  heading_font: HeadingFont
  logo: string | null
  gate_picture: string | null
}

/** The default theme. */
export const DRAWN_LOOK: Look = {
  accent_light: '',
  ground_light: '',
  accent_dark: '',
  ground_dark: '',
  heading_font: 'display',
  logo: null,
  gate_picture: null,
}

export const COLOUR_PATTERN = /^(#[0-9a-fA-F]{6})?$/
export const COLOUR_INVALID = 'El color se escribe como #1B4D35'

const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** CSS tokens derived from accent and background, named as in tokens.css. */
type AccentToken = 'primary' | 'primary-hover' | 'on-primary' | 'fem' | 'fem-bg'
type GroundToken = 'bg' | 'surface' | 'sunken' | 'line' | 'control'
export type Palette = Record<AccentToken | GroundToken, string>

/** As in tokens.css. */
export const DRAWN: Record<Scheme, Palette> = {
  light: {
    primary: '#1b4d35',
    'primary-hover': '#12382a',
    'on-primary': '#ffffff',
    fem: '#1b4d35',
    'fem-bg': '#ddebdd',
    bg: '#f6f1e7',
    surface: '#ffffff',
    sunken: '#ece4d4',
    line: '#d8cdb8',
    control: '#6f7a6a',
  },
  dark: {
    primary: '#7fc79a',
    'primary-hover': '#9bd8b1',
    'on-primary': '#07130d',
    fem: '#a5ddb7',
    'fem-bg': '#123322',
    bg: '#0b1511',
    surface: '#12211a',
    sunken: '#08100c',
    line: '#2a3b32',
    control: '#7f8f84',
  },
}
/** Text colours on the backgrounds, strongest first: text, muted, subtle. */
export const TEXTS: Record<Scheme, readonly [string, string, string]> = {
  light: ['#10231b', '#384840', '#44534a'],
  dark: ['#f3ede0', '#c3ccc3', '#a3afa5'],
}
/** The colour that raises contrast with the scheme's background. */
const FAR: Record<Scheme, string> = { light: '#000000', dark: '#ffffff' }
const ON_ACCENT = ['#ffffff', '#07130d'] as const
const CHALK = '#f6f1e7'

/** WCAG 1.4.3 and 1.4.11 */
const NEEDED = 4.5
const NEEDED_BY_CONTROLS = 3

/** All colours of a scheme. Colours must be valid. */
export function paletteOf(look: Look, scheme: Scheme): Palette {
  return { ...DRAWN[scheme], ...ownTokens(look, scheme) }
}

function ownTokens(look: Look, scheme: Scheme): Partial<Palette> {
  const ground = look[`ground_${scheme}`]
  const accent = look[`accent_${scheme}`]
  const grounds: Partial<Palette> = ground === '' ? {} : fromGround(ground, scheme)
  return {
    ...grounds,
    ...(accent !== '' && fromAccent(accent, scheme, grounds.surface ?? DRAWN[scheme].surface)),
  }
}

function fromGround(ground: string, scheme: Scheme): Record<GroundToken, string> {
  const isLight = scheme === 'light'
  const surface = isLight ? DRAWN.light.surface : mixed(ground, '#ffffff', 0.05)
  const sunken = mixed(ground, '#000000', isLight ? 0.05 : 0.25)
  const { control } = DRAWN[scheme]
  return {
    bg: ground,
    surface,
    sunken,
    line: mixed(ground, FAR[scheme], 0.14),
    control: mixedUntil(control, FAR[scheme], NEEDED_BY_CONTROLS, [ground, surface, sunken]),
  }
}

function fromAccent(accent: string, scheme: Scheme, surface: string): Record<AccentToken, string> {
  const tint = mixed(surface, accent, 0.14)
  return {
    primary: accent,
    'primary-hover': mixed(accent, FAR[scheme], 0.2),
    'on-primary': bestOn(accent),
    fem: mixedUntil(accent, FAR[scheme], NEEDED, [tint]),
    'fem-bg': tint,
  }
}

function bestOn(accent: string): string {
  const [white, night] = ON_ACCENT
  return contrast(white, accent) >= contrast(night, accent) ? white : night
}

/** The lowest contrast of the accent, and of the texts, with any background they are shown on. */
export function contrastsOf(look: Look, scheme: Scheme): Record<'accent' | 'ground', number> {
  const { primary, bg, surface, sunken } = paletteOf(look, scheme)
  const grounds = [bg, surface, sunken]
  const lowest = (colour: string) => Math.min(...grounds.map((ground) => contrast(colour, ground)))
  return {
    accent: Math.min(lowest(primary), contrast(bestOn(primary), primary)),
    ground: Math.min(...TEXTS[scheme].map(lowest)),
  }
}

export function contrastText(ratio: number): string {
  // Rounded down: 4.49 is not enough.
  return `${formatNumber(Math.floor(ratio * 10) / 10)}:1`
}

/** An error for each colour without enough contrast. */
export function lookErrors(look: Look): Partial<Record<keyof Look, string>> {
  const errors: Partial<Record<keyof Look, string>> = {}
  for (const scheme of SCHEMES) {
    const names = [`accent_${scheme}`, `ground_${scheme}`] as const
    const wrong = names.filter((name) => !COLOUR_PATTERN.test(look[name]))
    for (const name of wrong) errors[name] = COLOUR_INVALID
    if (wrong.length > 0) continue
    const { accent, ground } = contrastsOf(look, scheme)
    // If no text is readable on the background, the background is at fault, not the accent.
    if (ground < NEEDED) errors[`ground_${scheme}`] = tooClose(ground)
    else if (accent < NEEDED) errors[`accent_${scheme}`] = tooClose(accent)
  }
  return errors
}

function tooClose(ratio: number): string {
  return `El contraste queda en ${contrastText(ratio)}; hace falta 4,5:1.`
}

/** CSS rules that apply this theme; empty for the default. Colours must be valid. */
export function tokensOf(look: Look): string {
  const pictures = [heroRule(look), logoRules(look), gateRule(look)].join('')
  return tokenRules(look) + (pictures && `@layer storefront{${pictures}}`)
}

/** Colours and heading font only. */
export function tokenRules(look: Look): string {
  const schemes = SCHEMES.map((scheme) => {
    const own = { ...ownTokens(look, scheme), ...artTokens(look, scheme) }
    const tokens = Object.entries(own).map(([name, colour]) => `--${name}:${colour};`)
    return tokens.length > 0 && `@media (prefers-color-scheme:${scheme}){html:root{${tokens.join('')}}}`
  })
  const rules = [...schemes, bothSchemes(look)].filter(Boolean).join('')
  return rules && `@layer tokens{${rules}}`
}

/** Illustrations in shades of the accent. */
function artTokens(look: Look, scheme: Scheme): Record<string, string> {
  const accent = look[`accent_${scheme}`]
  if (accent === '') return {}
  if (scheme === 'dark') return { 'art-sprout': accent }
  return {
    'art-far': mixed(accent, '#ffffff', 0.4),
    'art-near': mixed(accent, '#ffffff', 0.1),
    'art-ground': mixed(accent, '#000000', 0.3),
  }
}

/** The age gate's background, the same in both schemes. Its text is on the hills. */
function gateTokens({ accent_light }: Look): string {
  if (accent_light === '') return ''
  const far = mixedUntil(accent_light, '#000000', 7, [CHALK])
  const tokens = {
    'hill-far': far,
    'hill-middle': mixed(far, '#000000', 0.2),
    sky: mixed(far, '#000000', 0.1),
    'sky-top': mixed(far, '#000000', 0.7),
    leaf: mixed(accent_light, '#ffffff', 0.25),
    'leaf-away': mixed(accent_light, '#ffffff', 0.12),
    'leaf-vein': mixed(accent_light, '#ffffff', 0.6),
  }
  return Object.entries(tokens)
    .map(([name, colour]) => `--gate-${name}:${colour};`)
    .join('')
}

/** The default slides keep their lightness and take the hue of the accent. */
function heroRule({ accent_light }: Look): string {
  if (accent_light === '') return ''
  const picture = '.carousel-picture:has(>img[src^="/pictures/banner-"])'
  return `${picture}{background:${accent_light};isolation:isolate}${picture}>img{mix-blend-mode:luminosity}`
}

/** Replaces the default logo. A wide logo includes the name; dark backgrounds get a light plate behind it. */
function logoRules({ logo }: Look): string {
  const size = logo === null ? undefined : logoSize(logo)
  if (!size) return ''
  const ratio = size.width / size.height
  const isWide = ratio > 2
  return (
    '.sprout-mark>*{display:none}' +
    `.sprout-mark,.age-gate .sprout-mark,.loader .sprout-mark{width:auto;height:36px;max-width:200px;aspect-ratio:${size.width}/${size.height};` +
    `background:url(${logo}) center/contain no-repeat}` +
    `.site-footer .sprout-mark,.age-gate .sprout-mark,.loader .sprout-mark{padding:6px;border-radius:8px;background-color:${CHALK};background-origin:content-box}` +
    `.age-gate .sprout-mark,.loader .sprout-mark{height:56px;max-width:260px}` +
    `@media (prefers-color-scheme:dark){.sprout-mark{padding:4px;border-radius:6px;background-color:${CHALK};background-origin:content-box}}` +
    // Keeps the accessible name of the link.
    (isWide
      ? '.wordmark-name{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}'
      : '')
  )
}

/** A logo's id ends with its size. */
export function logoSize(address: string): { width: number; height: number } | undefined {
  const [, width, height] = /-(\d{2,3})x(\d{2,3})\/\d+\.\w+$/.exec(address) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

const ICON_SHAPE = 'El ícono tiene que ser cuadrado'

/** Undefined for a square logo and without one. */
export function iconError(address: string | null): string | undefined {
  const size = address === null ? undefined : logoSize(address)
  return size && size.width !== size.height ? ICON_SHAPE : undefined
}

/** Darkens the picture under the text: at the left; above and below on a phone. */
function gateRule({ gate_picture }: Look): string {
  if (gate_picture === null) return ''
  const [picture, wide] = [
    `url(${gate_picture}) center/cover`,
    'linear-gradient(90deg,var(--night) 30%,transparent 75%)',
  ]
  const narrow =
    'linear-gradient(var(--night) 8%,transparent 24%),linear-gradient(0deg,var(--night) 55%,transparent 75%)'
  return (
    '.gate-poster>*{display:none}' +
    `.gate-poster{background:${wide},${picture}}` +
    `@media (width<62rem){.gate-poster{background:${narrow},${picture}}}`
  )
}

function bothSchemes(look: Look): string {
  const night = look.accent_light && `--night:${nightOf(look)};${gateTokens(look)}`
  const font = look.heading_font === 'display' ? '' : `--font-display:var(--font-${look.heading_font});`
  return night || font ? `html:root{${night}${font}}` : ''
}

/** The dark brand colour of both schemes: footer, age gate, mail header. */
export function nightOf({ accent_light }: Look): string {
  return accent_light === '' ? '#10231b' : mixedUntil(accent_light, '#000000', 14, [CHALK])
}

/** A hash of the tokens (FNV-1a) for the style sheet's URL; empty for the default theme. */
export function lookKey(tokens: string): string {
  if (tokens === '') return ''
  let hash = 0x811c9dc5
  for (const sign of tokens) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
