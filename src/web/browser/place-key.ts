import type { Location } from 'react-router'

/** Under which a page's scroll position is kept: the router calls the first location of every document 'default'. */
export function placeKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key
}
