import { ruleInWords } from '../../../contract/catalog/price-rule.ts'
import type { PriceRule } from '../../../contract/catalog/price-rule.ts'
import type { KeptPrice, PreviewRow, PriceRun } from '../../../contract/catalog/price-runs.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { formatPesos } from '../../../contract/money.ts'
import { counted } from '../lists/counted.ts'

export function presentationsText(count: number): string {
  return counted(count, 'presentación', 'presentaciones')
}

/** 'Subir 34 precios', 'Cambiar 2 descuentos', 'Programar 34 precios' */
export function applyText(rows: Pick<PreviewRow, 'old' | 'new'>[], when: 'now' | 'later' = 'now'): string {
  const isOfPrices = rows.some((row) => row.new !== row.old)
  const things = isOfPrices
    ? counted(rows.length, 'precio', 'precios')
    : counted(rows.length, 'descuento', 'descuentos')
  if (when === 'later') return `Programar ${things}`
  if (rows.every((row) => row.new > row.old)) return `Subir ${things}`
  return `${rows.every((row) => row.new < row.old) ? 'Bajar' : 'Cambiar'} ${things}`
}

/** '34 presentaciones, de $ 612.300 a $ 685.800' */
export function sumsText(count: number, before: number, after: number): string {
  return `${presentationsText(count)}, de ${formatPesos(before)} a ${formatPesos(after)}`
}

export function runTitle({ kind, rule, undo_of }: PriceRun): string {
  // safe: stored rules are complete
  if (rule) return ruleInWords(rule as PriceRule)
  if (kind === 'undo') return `Se deshizo el cambio #${undo_of}`
  return kind === 'sheet' ? 'Planilla' : 'Precios escritos en la lista'
}

export function keptText(kept: KeptPrice[]): string {
  return `No se deshace, porque cambió después: ${kept.map(presentationTitle).join(', ')}.`
}
