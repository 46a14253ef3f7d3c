/**
 * Parts of a page's address that change what an anonymous visitor is shown. Whatever else a link carries is left out
 * of the key under which the page is kept, and of the addresses that the page itself builds.
 */
const MEANT = [
  'category',
  'categories',
  'search',
  'page',
  // They change nothing for anonymous visitors but the fields that show them, which must be drawn alike on both sides.
  'ordering',
  'priceRange',
  'blister',
  'section',
  'redirect',
] as const

const LONGEST_VALUE = 200

/** '?search=luz&page=2' of whatever query: only what is meant, in one order, cut to a sane length. */
export function meantSearch(search: string): string {
  const asked = new URLSearchParams(search)
  const meant = new URLSearchParams()
  for (const name of MEANT) {
    const value = asked.get(name)
    if (value) meant.set(name, value.slice(0, LONGEST_VALUE))
  }
  return meant.size === 0 ? '' : `?${meant.toString()}`
}

/** '/productos' of '/productos//'. Counted by hand: a pattern tries every slash of a long row anew, for seconds. */
export function withoutEndSlashes(pathname: string): string {
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end -= 1
  return pathname.slice(0, end)
}
