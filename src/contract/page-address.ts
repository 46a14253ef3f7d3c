/**
 * Query parameters that change what an anonymous visitor sees. All others are left out of the page's cache key and of
 * the addresses that the page builds.
 */
const MEANT = [
  'category',
  'categories',
  'search',
  'facets',
  'page',
  // Shown in form fields only, which server and browser must render alike.
  'ordering',
  'priceRange',
  'ids',
  'place',
  'zone',
  'skill',
  'goal',
  'blister',
  'section',
  'redirect',
] as const

const LONGEST_VALUE = 400
/** `MAX_LOCAL_FAVORITES`, the longest list that is shared; its module would make every page heavier. */
const MOST_IDS = 100

/** '?search=luz&page=2': only the known parameters, in one order, each cut to a sane length. */
export function meantSearch(search: string): string {
  const asked = new URLSearchParams(search)
  const meant = new URLSearchParams()
  for (const name of MEANT) {
    const value = asked.get(name) ?? ''
    // Part of an id would be another product.
    const kept = name === 'ids' ? readIds(value, MOST_IDS).join(',') : value.slice(0, LONGEST_VALUE)
    if (kept) meant.set(name, kept)
  }
  return meant.size === 0 ? '' : `?${meant.toString()}`
}

/** The ids of '3,7', in the order typed, without repeats and without what is no id. */
export function readIds(text: string, most: number): number[] {
  const ids = text
    .split(',', 200)
    .map((part) => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : 0))
    .filter((id) => id > 0)
  return [...new Set(ids)].slice(0, most)
}

/** '/productos' of '/productos//'. A loop, because a regular expression takes seconds on a long row of slashes. */
export function withoutEndSlashes(pathname: string): string {
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}

/** '/producto/3' of '/producto/3%20' or '/producto/3).': addresses are pasted with what stood behind them. */
export function withoutPastedEnd(pathname: string): string {
  return /^\/producto\/\d+(?=\D)/.exec(pathname)?.[0] ?? pathname
}

/** Pages that the law requires at first access and that show no goods have no age gate. */
export function isWithoutGate(pathname: string): boolean {
  return /^\/(?:arrepentimiento|legales\/[^/]+)\/?$/.test(pathname)
}
