export const PAPERS = { a4: 'Hoja A4', '80': 'Rollo de 80 mm' } as const
export type Paper = keyof typeof PAPERS

/** The paper in the address of a print screen. */
export function readPaper(params: URLSearchParams): Paper {
  return params.get('papel') === '80' ? '80' : 'a4'
}
