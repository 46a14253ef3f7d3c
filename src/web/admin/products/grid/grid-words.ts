import { formatNumber } from '../../../../contract/place.ts'
import { counted } from '../../kit/counted.ts'

export function changesText(count: number): string {
  return counted(count, 'cambio', 'cambios')
}

/** 'Se pegaron 33 celdas. Sobraron 2 filas: la lista que se ve termina antes.' */
export function pastedText({ cells, cut }: { cells: number; cut: number }): string {
  const pasted = cells === 1 ? 'Se pegó 1 celda.' : `Se pegaron ${formatNumber(cells)} celdas.`
  if (cut === 0) return pasted
  return `${pasted} ${cut === 1 ? 'Sobró 1 fila' : `Sobraron ${formatNumber(cut)} filas`}: la lista que se ve termina antes.`
}
