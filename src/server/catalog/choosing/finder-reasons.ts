import type { Product } from '../../../contract/catalog/catalog.ts'
import { type FinderAnswers, QUESTIONS } from '../../../contract/catalog/finder.ts'
import { plainText } from '../../../contract/plain-text.ts'
import type { Fitting, Met } from './finder-queries.ts'

// Sentences of the finder: only what the shop says of the variety, and nothing about health.

type Facts = Pick<
  Product,
  | 'type'
  | 'places'
  | 'zones'
  | 'difficulty'
  | 'flowering_time'
  | 'height_indoor'
  | 'height_outdoor'
  | 'yield_indoor'
  | 'yield_outdoor'
  | 'cbd'
  | 'flavors'
  | 'stock'
>

type Ready = Pick<Fitting, 'isEarly'>

export function reasonsOf(product: Facts & Ready, answers: FinderAnswers, met: Met): string[] {
  const { place, zone, skill, goal } = answers
  return [
    met.zone && zone && zoneReason(product, zone),
    met.place && place && placeReason(product, place),
    met.skill && skill && skill !== 'mucha' && `Dificultad ${product.difficulty.toLowerCase()}.`,
    // The zone's reason has said it already.
    met.goal &&
      goal &&
      !(goal === 'rapida' && met.zone && isBeforeFrost(product, zone)) &&
      goalFact(product, goal, place),
  ].filter((text) => typeof text === 'string' && text !== '') as string[] // safe: filtered
}

/** What speaks against it. */
export function againstOf(product: Facts, answers: FinderAnswers, met: Met): string[] {
  const { place, zone, skill, goal } = answers
  const other = (what: string, known: string, asked: string) =>
    known === ''
      ? `La tienda no dice ${what}.`
      : `No figura para ${asked}: la tienda la recomienda para ${inWords(known)}.`
  return [
    met.zone === false && zone && other('en qué zona va mejor', product.zones, zoneName(zone)),
    met.place === false &&
      place &&
      (isTooTall(product, place)
        ? `Crece mucho para un balcón: mide ${product.height_outdoor || product.height_indoor}.`
        : other('dónde va mejor', product.places, QUESTIONS.place.answers[place].toLowerCase())),
    met.skill === false &&
      skill &&
      (product.difficulty === ''
        ? 'La tienda no dice cuán difícil es.'
        : `Pide más experiencia: dificultad ${product.difficulty.toLowerCase()}.`),
    met.goal === false && goal && (goalFact(product, goal, place) || NOT_KNOWN[goal]),
    product.type === 'reg' && 'Es regular: salen machos y hembras.',
    product.stock === 0 && 'Hoy no hay stock.',
  ].filter((text) => typeof text === 'string')
}

/** The shop recommends it for a greenhouse, which a balcony is not. */
function isTooTall({ places }: Facts, place: FinderAnswers['place']): boolean {
  return place === 'invernadero' && plainText(places).includes(place)
}

const NOT_KNOWN = {
  rapida: 'La tienda no dice cuánto tarda en florecer.',
  rinde: 'La tienda no dice cuánto rinde.',
  aroma: 'La tienda no dice a qué huele.',
  cbd: 'La tienda no dice cuánto CBD tiene.',
}

const zoneName = (zone: NonNullable<FinderAnswers['zone']>) =>
  QUESTIONS.zone.answers[zone].replace(/ \(.*/, '')

/** There a short time is the reason; a longer one promises nothing. */
function isBeforeFrost({ type, isEarly }: Pick<Facts, 'type'> & Ready, zone: FinderAnswers['zone']): boolean {
  return zone === 'patagonia' && (type === 'auto' || isEarly)
}

function zoneReason(product: Facts & Ready, zone: NonNullable<FinderAnswers['zone']>): string {
  const name = zoneName(zone)
  if (!isBeforeFrost(product, zone)) return `Va bien en ${name}.`
  const how = product.type === 'auto' ? 'Es automática' : `Florece en ${product.flowering_time}`
  return `${how}: llega antes de las heladas de ${name}.`
}

function placeReason(product: Facts, place: NonNullable<FinderAnswers['place']>): string {
  const where = QUESTIONS.place.answers[place].toLowerCase()
  const height = place === 'interior' ? product.height_indoor : product.height_outdoor
  return height === '' ? `Va bien en ${where}.` : `Va bien en ${where}: mide ${height}.`
}

/** The fact that a goal looks at; empty when it is not known. */
function goalFact(
  product: Facts,
  goal: NonNullable<FinderAnswers['goal']>,
  place: FinderAnswers['place'],
): string {
  if (goal === 'rapida') return product.flowering_time && `Florece en ${product.flowering_time}.`
  if (goal === 'cbd') return product.cbd && `Tiene ${product.cbd} de CBD.`
  if (goal === 'aroma') return product.flavors && `Huele a ${inWords(product.flavors.toLowerCase())}.`
  const outside = place === 'exterior' && product.yield_outdoor
  if (outside) return `Rinde ${outside} en exterior.`
  return product.yield_indoor && `Rinde ${product.yield_indoor} en interior.`
}

/** 'limón, menta y pino' of 'limón, menta, pino'. */
function inWords(list: string): string {
  const parts = list.split(/[,;]/).map((part) => part.trim())
  return parts.length < 2 ? list : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`
}
