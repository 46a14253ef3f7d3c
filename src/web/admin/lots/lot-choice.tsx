import { queryOptions } from '@tanstack/react-query'
import { dayInNumbers, formatNumber } from '../../../contract/place.ts'
import { lineKind } from '../../shop/order-in-words.ts'
import type { LotChoice as Choice, LotLine, OrderLot } from '../../../contract/orders/order-lots.ts'
import { call } from '../../data/api.ts'
import type { FieldErrors } from '../../forms/form-state.ts'
import { Field } from '../../ui/form/field.tsx'
import { adminKey } from '../shell/admin-key.ts'
import { parseAmount } from '../../../contract/amounts.ts'
import { chosenUnitsError, leftOfLot } from '../../../contract/catalog/lot-rules.ts'
import { suggestLots } from '../../../contract/orders/calls.ts'
import './lots.css'

/** Units typed for a lot of a presentation, by `placeOf`; the others are assigned or suggested. */
export type TypedLots = Readonly<Record<string, string>>

/** The start of a form with lots: one object, so that a form that typed nothing is unedited. */
export const NO_LOTS_TYPED: TypedLots = {}

export const LOTS_FAILED = 'Error al cargar los lotes'

/** The lots for the lines of an order. Never cached, as other orders take units of the same lots. */
export const lotsOfOrder = (id: number) =>
  queryOptions({
    queryKey: [...adminKey('admin-orders'), 'lots', id],
    queryFn: ({ signal }) => call(suggestLots, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The assigned lots that the choice keeps. */
export function leavingLots(lines: readonly LotLine[], choice: Choice): OrderLot[] {
  return lines
    .flatMap(({ chosen }) => chosen)
    .filter((lot) =>
      choice.some(({ blister_id, lot_id }) => blister_id === lot.blister_id && lot_id === lot.lot_id),
    )
}

/** The chosen lots of some lines: assigned and suggested ones, unless others are typed. */
export function choiceOf(lines: readonly LotLine[], typed: TypedLots): Choice {
  return lines.flatMap((line) =>
    line.lots
      .map(({ lot_id }) => ({
        blister_id: line.blister_id,
        lot_id,
        quantity: unitsIn(textOf(line, lot_id, typed)),
      }))
      .filter(({ quantity }) => quantity !== 0),
  )
}

/** For a form with a value `lots`: a lot gives whole units, at most those left with those this order has of it. */
export function lotErrors(lines: readonly LotLine[], typed: TypedLots): FieldErrors {
  return Object.fromEntries(
    lines.flatMap((line) =>
      line.lots.map(({ lot_id, code, left }) => {
        const units = unitsIn(textOf(line, lot_id, typed))
        const most = left + sumOf(line.chosen, lot_id)
        const error = units === 0 ? undefined : chosenUnitsError(units)
        return [placeOf(line, lot_id), error ?? (units > most ? leftOfLot(code, most) : undefined)]
      }),
    ),
  )
}

function unitsIn(text: string): number {
  return text.trim() === '' ? 0 : (parseAmount(text) ?? Number.NaN)
}

/** The name of the field in its form, whose value is `lots`. */
function placeOf({ blister_id }: LotLine, lot: number): string {
  return `lots.${blister_id}.${lot}`
}

function textOf(line: LotLine, lot: number, typed: TypedLots): string {
  return typed[placeOf(line, lot)] ?? startOf(line, lot)
}

function startOf({ chosen, suggested }: LotLine, lot: number): string {
  const sum = sumOf([...chosen, ...suggested], lot)
  return sum === 0 ? '' : String(sum)
}

function sumOf(units: readonly OrderLot[], lot: number): number {
  return units.filter(({ lot_id }) => lot_id === lot).reduce((total, { quantity }) => total + quantity, 0)
}

interface LotFieldsProps {
  lines: readonly LotLine[]
  /** A form with `lotErrors`. */
  form: {
    values: { lots: TypedLots }
    errors: Record<string, string>
    idOf: (field: string) => string
    change: (part: (now: { lots: TypedLots }) => { lots: TypedLots }, field: string) => void
    leave: (field: string, value: string) => void
  }
}

/** A number field for each lot available for the line. */
export function LotFields({ lines, form }: LotFieldsProps) {
  const { lots: typed } = form.values
  return lines.map((line) => (
    <fieldset key={line.blister_id} className="lot-choice stack-2">
      <legend>{`Lotes de ${line.product_name} ${lineKind({ product_type: line.product_type, blister_info: { seed_count: line.seed_count } })}`}</legend>
      {line.lots
        .filter(({ is_offered, lot_id }) => is_offered || startOf(line, lot_id) !== '')
        .map(({ lot_id, code, expires_on, left }) => {
          const place = placeOf(line, lot_id)
          const text = textOf(line, lot_id, typed)
          return (
            <Field
              key={lot_id}
              id={form.idOf(place)}
              label={code}
              hint={[
                `${left === 1 ? 'queda' : 'quedan'} ${formatNumber(left)}`,
                expires_on && `vence ${dayInNumbers(expires_on)}`,
                line.chosen.some((lot) => lot.lot_id === lot_id && lot.is_on_hold) && 'retenido',
              ]
                .filter(Boolean)
                .join(' · ')}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              error={form.errors[place]}
              onChange={({ target: { value } }) =>
                form.change(({ lots }) => ({ lots: { ...lots, [place]: value } }), place)
              }
              onBlur={() => form.leave(place, text)}
            />
          )
        })}
      <p className="lot-choice-rest" role="status">
        {restText(line, choiceOf([line], typed))}
      </p>
    </fieldset>
  ))
}

/** 'Sin lote: 1', for units of the line without a lot; 'Sobran 2', which the server refuses. */
function restText({ quantity }: LotLine, choice: Choice): string {
  const rest = quantity - choice.reduce((sum, each) => sum + each.quantity, 0)
  if (rest < 0) return rest === -1 ? 'Sobra 1' : `Sobran ${-rest}`
  return rest > 0 ? `Sin lote: ${rest}` : ''
}

/** 'S-2611-03 × 2, S-2611-04 × 1 (retenido)' */
export function lotsText(lots: readonly Omit<OrderLot, 'blister_id' | 'lot_id'>[]): string {
  return lots
    .map(({ code, quantity, is_on_hold }) => `${code} × ${quantity}${is_on_hold ? ' (retenido)' : ''}`)
    .join(', ')
}
