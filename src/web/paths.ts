import type { Category } from '../contract/categories.ts'

/** Every address of the site, written once. */
export interface CatalogueSearch {
  category?: Category | undefined
  search?: string | undefined
  page?: number | undefined
  priceRange?: string | undefined
  ordering?: string | undefined
}

export const paths = {
  home: () => '/',
  catalogue: (search: CatalogueSearch = {}) => withQuery('/productos', search),
  merch: (search: CatalogueSearch = {}) => withQuery('/merch', search),
  product: (id: number, blisterId?: number) => withQuery(`/producto/${id}`, { blister: blisterId }),
  trophies: () => '/trofeos',
  cart: () => '/carrito',
  login: (redirect?: string) => withQuery('/login', { redirect }),
  panel: () => '/panel',
  account: (section?: 'settings' | 'orders' | 'banners' | 'warranty') => withQuery('/mi-cuenta', { section }),
  warranty: () => '/garantia',
  germination: () => '/como-germinar',
  adminProducts: () => '/admin/productos',
  adminEditProduct: (id: number) => `/panel/productos/editar/${id}`,
}

function withQuery(path: string, parts: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts) as [string, string | number | undefined][]) {
    if (value !== undefined && value !== '' && !(name === 'page' && value === 1))
      query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Where a login may lead: only to a route of this site. Anything else would let a link send people elsewhere. */
const OWN_ROUTES =
  /^\/(?:$|productos|merch|producto\/\d{1,10}|trofeos|carrito|mi-cuenta|garantia|como-germinar|panel|admin|account)(?:\/[A-Za-z0-9/-]*)?(?:[?#][^\\\s]*)?$/

/** The path itself when it is safe to follow after login, else undefined. */
export function safeRedirect(target: string | null | undefined): string | undefined {
  if (!target || target.startsWith('//') || target.includes('\\')) return undefined
  if ([...target].some((character) => character.charCodeAt(0) <= 32)) return undefined
  return OWN_ROUTES.test(target) || /^\/[?#][^\\\s]*$/.test(target) ? target : undefined
}
