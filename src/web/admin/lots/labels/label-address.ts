import { labelCountError, MOST_LABELS } from '../../../../contract/catalog/lot-rules.ts'
import { type Paper, readPaper } from '../../print/print-choices.tsx'
import type { Lot } from '../lots-query.ts'

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
