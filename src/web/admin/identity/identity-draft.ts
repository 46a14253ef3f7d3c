import {
  COLOUR_PATTERN,
  HEADING_FONTS,
  type HeadingFont,
  iconError,
  type Look,
  lookErrors,
} from '../../../contract/settings/look.ts'
import type { GuideStep } from '../../../contract/settings/guide.ts'
import { missing, requiredError, tooLong } from '../../../contract/sentences.ts'
import type { AllSettings, Trophy } from '../../../contract/settings/settings.ts'
import {
  BULLET,
  BULLET_LENGTH,
  CHECKS,
  CHECKS_NAME,
  isRepeating,
  NEWEST_TROPHY,
  noneOf,
  OLDEST_TROPHY,
  PLACE_INVALID,
  POINTS,
  POINTS_NAME,
  REPEATED,
  SHOP_NAME,
  STEP_TITLE,
  tooMany,
  TROPHY_CUP,
  TROPHY_PLACES,
  YEAR_INVALID,
} from '../../../contract/settings/settings-rules.ts'
import { IDENTITY } from '../activity/field-names.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { mergeFields, type Sides } from '../../forms/three-way.ts'

export type IdentityName = keyof typeof IDENTITY
type Identity = Pick<AllSettings, IdentityName>

/** A trophy as typed. */
export type TrophyDraft = Omit<Trophy, 'place' | 'year'> & { place: string; year: string }
/** A step as typed: one checklist item per line. */
export type GuideStepDraft = Omit<GuideStep, 'checks'> & { checks: string }
export type IdentityDraft = Omit<Identity, 'trophies' | 'guide_steps' | 'guarantee_points'> & {
  trophies: TrophyDraft[]
  guide_steps: GuideStepDraft[]
  /** One per line. */
  guarantee_points: string
}

const NAMES = Object.keys(IDENTITY) as IdentityName[] // safe: its own keys

/** Settings edited in Ajustes. */
export function withoutIdentity<S extends object>(settings: S): Omit<S, IdentityName> {
  const rest = Object.entries(settings).filter(([name]) => !(name in IDENTITY))
  return Object.fromEntries(rest) as Omit<S, IdentityName> // safe: exactly those names are left out
}

export function draftOf(settings: AllSettings): IdentityDraft {
  const own = Object.fromEntries(NAMES.map((name) => [name, settings[name]])) as Identity // safe: all its names
  return {
    ...own,
    trophies: own.trophies.map((won) => ({ ...won, place: String(won.place), year: String(won.year) })),
    guide_steps: own.guide_steps.map((step) => ({ ...step, checks: step.checks.join('\n') })),
    guarantee_points: own.guarantee_points.join('\n'),
  }
}

function identityOf(draft: IdentityDraft): Identity {
  return {
    ...draft,
    shop_name: draft.shop_name.trim(),
    tagline: draft.tagline.trim(),
    about: draft.about.trim(),
    registration_text: draft.registration_text.trim(),
    guarantee_note: draft.guarantee_note.trim(),
    claim_reply: draft.claim_reply.trim(),
    guide_intro: draft.guide_intro.trim(),
    trophies: draft.trophies.map((won) => ({ ...won, place: Number(won.place), year: Number(won.year) })),
    order_steps: draft.order_steps.map(trimmed),
    guide_steps: draft.guide_steps.map((step) => ({ ...trimmed(step), checks: linesOf(step.checks) })),
    guarantee_points: linesOf(draft.guarantee_points),
  }
}

function trimmed<Item extends object>(item: Item): Item {
  const texts = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(texts) as Item // safe: the same names with values of the same kinds
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
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
    icon: iconError(draft.icon),
    trophies: draft.trophies.map(trophyError).find((text) => text !== undefined),
    order_steps: stepsError(draft.order_steps),
    guide_steps:
      stepsError(draft.guide_steps) ??
      draft.guide_steps
        .map(({ checks }) => linesError(linesOf(checks), { most: CHECKS, name: CHECKS_NAME }))
        .find((text) => text !== undefined),
    guarantee_points: pointsError(linesOf(draft.guarantee_points)),
  }
}

function stepsError(steps: { title: string }[]): string | undefined {
  if (steps.length === 0) return noneOf('pasos')
  const titles = steps.map(({ title }) => title.trim())
  return titles.includes('') ? missing(STEP_TITLE) : isRepeating(titles) ? REPEATED : undefined
}

function pointsError(points: string[]): string | undefined {
  return points.length === 0 ? noneOf(POINTS_NAME) : linesError(points, { most: POINTS, name: POINTS_NAME })
}

function linesError(lines: string[], { most, name }: { most: number; name: string }): string | undefined {
  if (lines.length > most) return tooMany(name, most)
  if (lines.some((one) => one.length > BULLET_LENGTH)) return tooLong(BULLET, BULLET_LENGTH)
  return isRepeating(lines) ? REPEATED : undefined
}

function trophyError({ cup, place, year }: TrophyDraft): string | undefined {
  if (!isWhole(place, 1, TROPHY_PLACES)) return PLACE_INVALID
  if (!isWhole(year, OLDEST_TROPHY, NEWEST_TROPHY)) return YEAR_INVALID
  return requiredError(cup, TROPHY_CUP)
}

function isWhole(typed: string, least: number, most: number): boolean {
  return /^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most
}

/** Without incomplete colours. */
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

/** Merges by field; trophies are one field. */
export function mergeIdentities(sides: Sides<IdentityDraft>) {
  return mergeFields(sides, {
    label: (field) => IDENTITY[field],
    show: (value, field) => shown(value, field),
    keyOf: (value) => JSON.stringify(value),
  })
}

const PICTURES: IdentityName[] = ['logo', 'icon', 'gate_picture', 'share_picture']

function shown(value: IdentityDraft[IdentityName], field: IdentityName): string {
  if (Array.isArray(value))
    return value.map((one) => ('cup' in one ? `${one.cup} ${one.year}` : one.title)).join(', ') || '(ninguno)'
  if (field === 'heading_font') return HEADING_FONTS[value as HeadingFont] // safe: the value of this field
  if (PICTURES.includes(field)) return value === null ? 'sin imagen' : 'otra imagen'
  return value || '(vacío)'
}
