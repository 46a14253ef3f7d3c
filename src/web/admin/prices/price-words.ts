import { ruleInWords } from '../../../contract/catalog/price-rule.ts'
import type { PriceRule } from '../../../contract/catalog/price-rule.ts'
import type { KeptPrice, PreviewRow, PriceFilter, PriceRun } from '../../../contract/catalog/price-runs.ts'
import { presentationTitle } from '../../../contract/catalog/presentations.ts'
import { formatPesos } from '../../../contract/money.ts'
import { ADMIN_TYPE_LABEL } from '../../../contract/catalog/product-fields.ts'
import { parsePercent } from '../../../contract/amounts.ts'
import { counted } from '../kit/counted.ts'
import type { PriceDraft } from './price-draft.ts'

interface Named {
  id: number
  name: string
}

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

/** What prices against the rule do: they rise by a discount or a cut, and fall by a raise. */
export function againstWay({ kind, ...typed }: Pick<PriceDraft, PriceRule['kind'] | 'kind'>) {
  const isRaise = kind !== 'discount' && (parsePercent(typed[kind]) ?? 0) > 0
  return isRaise ? { one: 'baja', many: 'bajan' } : { one: 'sube', many: 'suben' }
}

/** 'Sube de $ 900 a $ 1.000', 'Subiría de $ 900 a $ 1.000: queda igual' */
export function againstText({ final_old, final_new }: PreviewRow, isLeftOut: boolean): string {
  const rises = final_new > final_old
  const prices = `de ${formatPesos(final_old)} a ${formatPesos(final_new)}`
  if (!isLeftOut) return `${rises ? 'Sube' : 'Baja'} ${prices}`
  return `${rises ? 'Subiría' : 'Bajaría'} ${prices}: queda igual`
}

const FLAG_WORDS = {
  national: ['nacionales', 'internacionales'],
  limited: ['edición limitada', 'edición normal'],
  available: ['disponibles', 'no disponibles'],
} as const

/** The filter of a run: 'Feminizadas, Automáticas · Puna · disponibles'. Undefined for a run without one, such as a sheet. */
export function filterText(filter: PriceFilter | null, brands: Named[]): string | undefined {
  if (!filter) return undefined
  const { types = [], brands: ids = [], ids: products = [] } = filter
  const flags = (['national', 'limited', 'available'] as const).flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [FLAG_WORDS[name][value ? 0 : 1]]
  })
  const parts = [
    types.map((type) => ADMIN_TYPE_LABEL[type]).join(', '),
    ids.map((id) => brands.find((brand) => brand.id === id)?.name ?? `Marca #${id}`).join(', '),
    ...flags,
    products.length > 0 ? counted(products.length, 'producto elegido', 'productos elegidos') : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' · ') : 'Todas las presentaciones'
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
