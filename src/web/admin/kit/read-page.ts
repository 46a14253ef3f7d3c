/** The page in the address of a list, from 1. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}
