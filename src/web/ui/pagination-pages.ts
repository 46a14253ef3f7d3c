type PageLink = number | 'gap'

/** Up to seven pages all of them; else the first, the last, the current one and its neighbours, with gaps between. */
export function paginationPages(page: number, pages: number): PageLink[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1)
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const inOrder = [...new Set(shown)].toSorted((a, b) => a - b)
  return inOrder.flatMap((one, i): PageLink[] => (one - (inOrder[i - 1] ?? 0) > 1 ? ['gap', one] : [one]))
}
