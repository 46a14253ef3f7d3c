import { dayInNumbers, formatNumber } from '../../../contract/place.ts'
import { germinationText } from '../../../contract/catalog/germination.ts'
import { labelCountError, LOT_STATE_LABEL, MOST_LABELS } from '../../../contract/catalog/lot-rules.ts'
import { presentationName } from '../../../contract/catalog/presentations.ts'
import { counted } from '../kit/counted.ts'
import { type Paper, readPaper } from '../print/print-choices.tsx'
import type { Lot } from './lots-query.ts'

/** The newest valid test; undefined without one. */
export function lastTest({ tests }: Lot): Lot['tests'][number] | undefined {
  return tests.find(({ voided_at }) => voided_at === null)
}

/** '92 % (46 de 50, 03/11/2026)' */
export function lastTestText(lot: Lot): string {
  const test = lastTest(lot)
  return test ? germinationText(test) : 'Sin pruebas'
}

/** 'Cosecha 01/03/2026 · vence 01/03/2028' */
export function daysText({ harvested_on, expires_on }: Lot): string {
  return [
    harvested_on && `Cosecha ${dayInNumbers(harvested_on)}`,
    expires_on && `vence\u00a0${dayInNumbers(expires_on)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** 'X3 SEMILLAS: 6 · X5 SEMILLAS: 2', presentations with units only; '8' of merchandise without sizes. */
export function leftText({ units, type }: Lot): string {
  const having = units.filter(({ left }) => left > 0)
  if (having.length === 0) return formatNumber(0)
  return having
    .map(({ left, ...kind }) =>
      [presentationName(type, kind), formatNumber(left)].filter(Boolean).join(': ').replaceAll(' ', '\u00a0'),
    )
    .join(' · ')
}

/** 'No se vende ni se ofrece al preparar. 2 pedidos lo llevan.' */
export function heldText({ orders_open: orders }: Lot, isOnHold: boolean): string {
  const who = `${counted(orders, 'pedido lo lleva', 'pedidos lo llevan')}.`
  const what = isOnHold ? 'No se vende ni se ofrece al preparar.' : 'No se va a ofrecer al preparar.'
  return `${what}${orders > 0 ? ` ${who}` : ''}`
}

interface Badge {
  text: string
  tone: '' | 'ok' | 'warn' | 'err'
}

export function stateBadge({ state, is_recalled, is_expired }: Lot): Badge {
  if (is_recalled) return { text: 'Retirado', tone: 'err' }
  if (state !== 'open') return { text: LOT_STATE_LABEL[state], tone: state === 'held' ? 'warn' : '' }
  return is_expired ? { text: 'Vencido', tone: 'warn' } : { text: LOT_STATE_LABEL.open, tone: 'ok' }
}

/** Print options in the address of the screen. */
export interface LabelWish {
  units: Lot['units'][number] | undefined
  count: number
  paper: Paper
}

/** Defaults: a presentation with units, and a label for each unit left. */
export function readLabelWish(params: URLSearchParams, lot: Lot): LabelWish {
  const asked = Number(params.get('presentacion'))
  const units =
    lot.units.find(({ blister_id }) => blister_id === asked) ??
    lot.units.find(({ left }) => left > 0) ??
    lot.units[0]
  const count = Number(params.get('cantidad'))
  return {
    units,
    count: labelCountError(count) ? Math.min(Math.max(1, units?.left ?? 1), MOST_LABELS) : count,
    paper: readPaper(params),
  }
}
