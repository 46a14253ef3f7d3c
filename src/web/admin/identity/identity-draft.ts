import {
  COLOUR_PATTERN,
  HEADING_FONTS,
  type HeadingFont,
  type Look,
  lookErrors,
} from '../../../contract/look.ts'
import { requiredError } from '../../../contract/sentences.ts'
import type { AllSettings, Trophy } from '../../../contract/settings.ts'
import {
  NEWEST_TROPHY,
  OLDEST_TROPHY,
  PLACE_INVALID,
  SHOP_NAME,
  TROPHY_CUP,
  TROPHY_PLACES,
  YEAR_INVALID,
} from '../../../contract/settings-rules.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { mergeFields, type Sides } from '../../forms/three-way.ts'

/** The settings of the screen Identidad, and their names. */
export const IDENTITY = {
  shop_name: 'Nombre de la tienda',
  tagline: 'Lema',
  about: 'Sobre la tienda',
  registration_text: 'Inscripción del criadero',
  accent_light: 'Acento, claro',
  ground_light: 'Fondo, claro',
  accent_dark: 'Acento, oscuro',
  ground_dark: 'Fondo, oscuro',
  heading_font: 'Letra de los títulos',
  logo: 'Logo',
  gate_picture: 'Imagen del control de edad',
  share_picture: 'Imagen para compartir',
  trophies: 'Trofeos',
} as const
export type IdentityName = keyof typeof IDENTITY
type Identity = Pick<AllSettings, IdentityName>

/** A trophy as typed. */
export type TrophyDraft = Omit<Trophy, 'place' | 'year'> & { place: string; year: string }
export type IdentityDraft = Omit<Identity, 'trophies'> & { trophies: TrophyDraft[] }

const NAMES = Object.keys(IDENTITY) as IdentityName[] // safe: its own keys

/** The settings that stay in Ajustes. */
export function withoutIdentity<S extends object>(settings: S): Omit<S, IdentityName> {
  const rest = Object.entries(settings).filter(([name]) => !(name in IDENTITY))
  return Object.fromEntries(rest) as Omit<S, IdentityName> // safe: exactly those names are left out
}

export function draftOf(settings: AllSettings): IdentityDraft {
  const own = Object.fromEntries(NAMES.map((name) => [name, settings[name]])) as Identity // safe: all its names
  return {
    ...own,
    trophies: own.trophies.map((won) => ({ ...won, place: String(won.place), year: String(won.year) })),
  }
}

export function identityOf(draft: IdentityDraft): Identity {
  return {
    ...draft,
    shop_name: draft.shop_name.trim(),
    tagline: draft.tagline.trim(),
    about: draft.about.trim(),
    registration_text: draft.registration_text.trim(),
    trophies: draft.trophies.map((won) => ({ ...won, place: Number(won.place), year: Number(won.year) })),
  }
}

/** The differences from `before`, as the request body. */
export function changesOf(before: AllSettings, draft: IdentityDraft): Partial<Identity> {
  const now = identityOf(draft)
  const changed = NAMES.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

export function identityErrors(draft: IdentityDraft): FieldErrors {
  return {
    shop_name: requiredError(draft.shop_name, SHOP_NAME),
    ...lookErrors(draft),
    trophies: draft.trophies.map(trophyError).find((text) => text !== undefined),
  }
}

function trophyError({ cup, place, year }: TrophyDraft): string | undefined {
  if (!isWhole(place, 1, TROPHY_PLACES)) return PLACE_INVALID
  if (!isWhole(year, OLDEST_TROPHY, NEWEST_TROPHY)) return YEAR_INVALID
  return requiredError(cup, TROPHY_CUP)
}

function isWhole(typed: string, least: number, most: number): boolean {
  return /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most
}

/** Without the colours that are half typed. */
export function readableLook(draft: Look): Look {
  const readable = (colour: string) => (COLOUR_PATTERN.test(colour) ? colour : '')
  return {
    accent_light: readable(draft.accent_light),
    ground_light: readable(draft.ground_light),
    accent_dark: readable(draft.accent_dark),
    ground_dark: readable(draft.ground_dark),
    heading_font: draft.heading_font,
    logo: draft.logo,
    gate_picture: draft.gate_picture,
  }
}

/** Field by field; the trophies count as one. */
export function mergeIdentities(sides: Sides<IdentityDraft>) {
  return mergeFields(sides, {
    label: (field) => IDENTITY[field],
    show: (value, field) => shown(value, field),
    keyOf: (value) => JSON.stringify(value),
  })
}

function shown(value: IdentityDraft[IdentityName], field: IdentityName): string {
  if (Array.isArray(value)) return value.map(({ cup, year }) => `${cup} ${year}`).join(', ') || '(ninguno)'
  if (field === 'heading_font') return HEADING_FONTS[value as HeadingFont] // safe: the value of this field
  if (field === 'share_picture' || field === 'logo' || field === 'gate_picture')
    return value === null ? 'sin imagen' : 'otra imagen'
  return value || '(vacío)'
}
