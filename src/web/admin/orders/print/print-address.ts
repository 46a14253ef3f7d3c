import { type Paper, readPaper } from '../../print/papers.ts'

export const DOCUMENTS = { preparacion: 'Preparación', nota: 'Nota de entrega' } as const
export type Document = keyof typeof DOCUMENTS

/** Print options in the address of the screen. */
export interface PrintWish {
  ids: number[]
  document: Document
  paper: Paper
  withPrices: boolean
}

export function readPrintWish(params: URLSearchParams): PrintWish {
  const ids = (params.get('ids') ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  return {
    ids: [...new Set(ids.map(Number))],
    document: params.get('doc') === 'nota' ? 'nota' : 'preparacion',
    paper: readPaper(params),
    withPrices: params.get('precios') === '1',
  }
}

/** The address of other options, without defaults. */
export function printParams({ document, paper, withPrices }: PrintWish) {
  return {
    ...(document === 'nota' && { doc: document }),
    ...(paper === '80' && { papel: paper }),
    ...(withPrices && { precios: '1' }),
  }
}
