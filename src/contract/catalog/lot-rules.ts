import { LEAST_SEEDS_FOR_RATE } from './germination.ts'
import { formatNumber } from '../place.ts'
import { missing, notWhole, tooLarge, tooSmall } from '../sentences.ts'

export const LOT_STATES = ['open', 'held', 'closed'] as const
export type LotState = (typeof LOT_STATES)[number]

export const LOT_STATE_LABEL: Record<LotState, string> = {
  open: 'En uso',
  held: 'Retenido',
  closed: 'Cerrado',
}

/** Labels of forms and of the activity log. */
export const LOT_FIELD_NAMES = {
  code: 'Código',
  harvested_on: 'Cosecha',
  expires_on: 'Vencimiento',
  state: 'Estado',
  is_public: 'Se ve con el QR',
  is_recalled: 'Retirado',
  public_note: 'Nota pública',
  note: 'Nota del equipo',
  lots: 'Lotes',
  lot_id: 'Lote (ID)',
  lot_units: 'Unidades del lote',
  tested_on: 'Fecha de la prueba',
  sown: 'Semillas sembradas',
  germinated: 'Germinadas',
  method: 'Método',
  seeds_sown: 'Semillas sembradas',
  seeds_failed: 'Semillas que fallaron',
}

export const LOT_PRODUCT_MISSING = missing('El producto')
export const LOT_CODE = 'El código del lote'
export const LOT_CODE_PATTERN = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/
export const LOT_NOTE_LENGTH = 500
export const METHOD_LENGTH = 60
export const INASE_NAME_LENGTH = 120
export const INASE_NUMBER_LENGTH = 40

/** Also the text of a duplicate. */
export const LOT_CODE_TAKEN = 'Ya hay un lote con ese código'
export const LOT_STALE = 'Otra persona guardó este lote. Volvé a abrirlo y repetí el cambio.'

/** As it is stored: people may type small letters. */
export function lotCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** As people read it from a pack: 'pv 24b' is PV-24B. */
export function askedLotCode(typed: string): string {
  return lotCode(typed).replaceAll(/[\s_.\u2010-\u2015]+/g, '-')
}

export function lotCodeError(typed: string): string | undefined {
  if (typed.trim() === '') return missing(LOT_CODE)
  if (LOT_CODE_PATTERN.test(lotCode(typed))) return undefined
  return `${LOT_CODE} tiene de 3 a 30 letras, números y guiones`
}

export const RECALLED_IN_USE = 'Un lote retirado no puede estar en uso'

/** Days as `2026-11-20`; empty or null when unknown. */
export function expiresOnError(harvested: string | null, expires: string | null): string | undefined {
  if (!harvested || !expires || expires >= harvested) return undefined
  return 'El vencimiento es anterior a la cosecha'
}

/** Days as in `expiresOnError`; `today` in the shop. */
export function harvestedOnError(harvested: string | null, today: string): string | undefined {
  return harvested && harvested > today ? 'La cosecha no puede ser en el futuro' : undefined
}

const MAX_SOWN = 1000
const SOWN = 'Las semillas sembradas'
const GERMINATED = 'Las semillas germinadas'

/** A typed count; undefined if empty, NaN if it is no number. */
function seedsError(seeds: number | undefined, name: string, least: number): string | undefined {
  if (seeds === undefined) return `Faltan ${name.toLowerCase()}`
  if (!Number.isInteger(seeds)) return `${name} se cuentan en números enteros`
  return seeds < least ? `${name} deben ser al menos ${least}` : undefined
}

export interface TypedTest {
  tested_on: string
  sown: number | undefined
  germinated: number | undefined
}

/** `today`: the day in Buenos Aires. */
export function lotTestErrors(
  { tested_on, sown, germinated }: TypedTest,
  today: string,
): Record<keyof TypedTest, string | undefined> {
  return {
    tested_on: testedOnError(tested_on, today),
    sown:
      seedsError(sown, SOWN, 1) ??
      ((sown ?? 0) > MAX_SOWN ? `${SOWN} no pueden superar ${formatNumber(MAX_SOWN)}` : undefined),
    germinated: seedsError(germinated, GERMINATED, 0) ?? moreThanSown(germinated, sown, GERMINATED),
  }
}

function testedOnError(day: string, today: string): string | undefined {
  if (day === '') return missing('La fecha')
  return day > today ? 'La fecha no puede ser futura' : undefined
}

function moreThanSown(part: number | undefined, sown: number | undefined, name: string): string | undefined {
  return (part ?? 0) > (sown ?? Number.NaN) ? `${name} no pueden ser más que las sembradas` : undefined
}

const MAX_CLAIMED = 10_000
const FAILED = 'Las semillas que fallaron'

/** Seeds that a claim reports for its lot; both or neither. */
export function claimSeedsErrors({ seeds_sown: sown, seeds_failed: failed }: ClaimSeeds): {
  seeds_sown: string | undefined
  seeds_failed: string | undefined
} {
  if (sown === null && failed === null) return { seeds_sown: undefined, seeds_failed: undefined }
  const tooMany =
    (sown ?? 0) > MAX_CLAIMED ? `${SOWN} no pueden superar ${formatNumber(MAX_CLAIMED)}` : undefined
  return {
    seeds_sown: seedsError(sown ?? undefined, SOWN, 1) ?? tooMany,
    seeds_failed:
      seedsError(failed ?? undefined, FAILED, 0) ??
      moreThanSown(failed ?? undefined, sown ?? undefined, FAILED),
  }
}

interface ClaimSeeds {
  seeds_sown: number | null
  seeds_failed: number | null
}

/** Units to move into a lot; negative moves them out of it. */
export function lotUnitsError(change: number | undefined): string | undefined {
  const units = 'La cantidad'
  if (change === undefined) return missing(units)
  if (!Number.isInteger(change)) return notWhole(units)
  if (change === 0) return 'La cantidad no puede ser 0'
  return Math.abs(change) > 1_000_000 ? tooLarge(units, 1_000_000) : undefined
}

export function chosenUnitsError(quantity: number): string | undefined {
  if (!Number.isInteger(quantity)) return notWhole('La cantidad')
  return quantity < 1 ? tooSmall('La cantidad', 1) : undefined
}

/** Ten sheets. */
export const MOST_LABELS = 180

/** `count`: undefined when no number was typed. */
export function labelCountError(count: number | undefined): string | undefined {
  const error = chosenUnitsError(count ?? Number.NaN)
  return error ?? ((count ?? 0) > MOST_LABELS ? tooLarge('La cantidad', MOST_LABELS) : undefined)
}

/** Units of a lot on hold are not for sale, and leave only on purpose. */
export function isOnHold({ state, is_recalled }: { state: LotState; is_recalled: boolean }): boolean {
  return state === 'held' || is_recalled
}

// ---- Refusals --------------------------------------------------------------------------------------------------

export const LOT_NOT_FOUND = 'Lote no encontrado'

export function leftOfLot(code: string, left: number): string {
  return `Del lote ${code} ${left === 1 ? 'queda 1' : `quedan ${left}`}`
}

/** The question before the other units are added to the stock: 'Quedan 19 sin lote. ¿Sumar 11 al stock, como cosecha?' */
export function leftWithoutLot(left: number, asked: number): string {
  const without = left === 1 ? 'Queda 1 sin lote' : `Quedan ${left} sin lote`
  return `${without}. ¿Sumar ${formatNumber(asked - left)} al stock, como cosecha?`
}

export function lotIsNotOffered(code: string, state: Exclude<LotState, 'open'>): string {
  return `El lote ${code} está ${state === 'held' ? 'retenido' : 'cerrado'}`
}

/** The question before units of lots on hold leave: 'El lote S-1 está retenido: no debería salir. ¿Entregarlo igual?' */
export function heldLeaves(codes: readonly string[]): string {
  return codes.length === 1
    ? `El lote ${codes[0]} está retenido: no debería salir. ¿Entregarlo igual?`
    : `Los lotes ${codes.join(', ')} están retenidos: no deberían salir. ¿Entregarlos igual?`
}

export function tooManyOfLots(product: string): string {
  return `Sobran lotes para ${product}`
}

// ---- Words -----------------------------------------------------------------------------------------------------

/** Percent with one decimal; null under 30 seeds. */
export function claimRate({ failed, delivered }: ClaimedSeeds): number | null {
  return delivered < LEAST_SEEDS_FOR_RATE ? null : Math.round((failed * 1000) / delivered) / 10
}

interface ClaimedSeeds {
  failed: number
  delivered: number
}

/** '12 de 340 semillas entregadas (3,5 %)' */
export function claimedText({ failed, delivered }: ClaimedSeeds): string {
  const rate = claimRate({ failed, delivered })
  const share = rate === null ? '' : ` (${formatNumber(rate)} %)`
  return `${formatNumber(failed)} de ${formatNumber(delivered)} semillas entregadas${share}`
}
