import type { StockCount } from '../../../../contract/catalog/stock-counts.ts'
import type { CountState } from '../../../../contract/catalog/stock-rules.ts'
import { counted } from '../../kit/counted.ts'
import { formatNumber } from '../../../../contract/place.ts'

export const COUNT_STATE_LABEL: Record<CountState, string> = {
  open: 'Abierto',
  applied: 'Aplicado',
  discarded: 'Descartado',
}

/** '+2', '−1', 'Coincide'. */
export function differenceText(difference: number): string {
  if (difference === 0) return 'Coincide'
  return `${difference > 0 ? '+' : '−'}${formatNumber(Math.abs(difference))}`
}

/** '14 contadas · 3 con diferencias (+5 −2)' */
export function countText({ lines, differing, more, fewer }: StockCount): string {
  const so = counted(lines, 'contada', 'contadas')
  if (differing === 0) return lines === 0 ? so : `${so} · sin diferencias`
  const sums = [more > 0 && differenceText(more), fewer > 0 && differenceText(-fewer)].filter(Boolean)
  return `${so} · ${differing} con ${differing === 1 ? 'diferencia' : 'diferencias'} (${sums.join(' ')})`
}

/** The button that closes the count. */
export function applyText({ differing }: StockCount): string {
  if (differing === 0) return 'Cerrar sin diferencias'
  return `Aplicar ${counted(differing, 'diferencia', 'diferencias')}`
}

const MOST_NAMED = 3

/** 'Sin guardar: Gelato x3, Skunk x5' */
export function unsavedText(titles: string[]): string {
  const more = titles.length - MOST_NAMED
  return `Sin guardar: ${titles.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` y ${more} más` : ''}`
}
