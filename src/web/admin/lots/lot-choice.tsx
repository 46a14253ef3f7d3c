import { queryOptions } from '@tanstack/react-query'
import { dayInNumbers, formatNumber } from '../../../contract/place.ts'
import { useState } from 'react'
import { lineKind } from '../../shop/order-in-words.ts'
import type { LotChoice as Choice, LotLine, OrderLot } from '../../../contract/orders/order-lots.ts'
import { call } from '../../data/api.ts'
import { Field } from '../../ui/form/field.tsx'
import { adminKey } from '../shell/admin-key.ts'
import { parseAmount } from '../../../contract/amounts.ts'
import { suggestLots } from '../../../contract/orders/calls.ts'
import './lots.css'

/** Typed units, by presentation and lot. The server refuses non-numbers. */
type Typed = Record<string, string>

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

/** Lots for some lines: assigned and suggested ones, until others are typed. */
export function useLotChoice(lines: readonly LotLine[]) {
  const [typed, setTyped] = useState<Typed>({})
  const textOf = (line: LotLine, lot: number) => typed[placeOf(line, lot)] ?? startOf(line, lot)
  const choice: Choice = lines.flatMap((line) =>
    line.lots
      .map(({ lot_id }) => ({
        blister_id: line.blister_id,
        lot_id,
        quantity: parseAmount(textOf(line, lot_id)) ?? (textOf(line, lot_id).trim() === '' ? 0 : Number.NaN),
      }))
      .filter(({ quantity }) => quantity !== 0),
  )
  return {
    choice,
    isDirty: Object.keys(typed).length > 0,
    textOf,
    type: (line: LotLine, lot: number, text: string) =>
      setTyped((now) => ({ ...now, [placeOf(line, lot)]: text })),
  }
}

function placeOf({ blister_id }: LotLine, lot: number): string {
  return `${blister_id} ${lot}`
}

function startOf({ chosen, suggested }: LotLine, lot: number): string {
  const units = [...chosen, ...suggested].filter(({ lot_id }) => lot_id === lot)
  const sum = units.reduce((total, { quantity }) => total + quantity, 0)
  return sum === 0 ? '' : String(sum)
}

interface LotFieldsProps {
  lines: readonly LotLine[]
  form: ReturnType<typeof useLotChoice>
}

/** A number field for each lot available for the line. */
export function LotFields({ lines, form }: LotFieldsProps) {
  return lines.map((line) => (
    <fieldset key={line.blister_id} className="lot-choice stack-2">
      <legend>{`Lotes de ${line.product_name} ${lineKind({ product_type: line.product_type, blister_info: { seed_count: line.seed_count } })}`}</legend>
      {line.lots
        .filter(({ is_offered, lot_id }) => is_offered || startOf(line, lot_id) !== '')
        .map(({ lot_id, code, expires_on, left }) => (
          <Field
            key={lot_id}
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
            value={form.textOf(line, lot_id)}
            onChange={(event) => form.type(line, lot_id, event.target.value)}
          />
        ))}
      <p className="lot-choice-rest" role="status">
        {restText(line, form.choice)}
      </p>
    </fieldset>
  ))
}

/** 'Sin lote: 1', for units of the line without a lot. */
function restText({ blister_id, quantity }: LotLine, choice: Choice): string {
  const chosen = choice.filter((each) => each.blister_id === blister_id)
  const rest = quantity - chosen.reduce((sum, each) => sum + each.quantity, 0)
  return rest > 0 ? `Sin lote: ${rest}` : ''
}

/** 'S-2611-03 × 2, S-2611-04 × 1 (retenido)' */
export function lotsText(lots: readonly Omit<OrderLot, 'blister_id' | 'lot_id'>[]): string {
  return lots
    .map(({ code, quantity, is_on_hold }) => `${code} × ${quantity}${is_on_hold ? ' (retenido)' : ''}`)
    .join(', ')
}
