import type { Category } from '../../contract/catalog/categories.ts'

interface CatalogueSearch {
  category?: Category | undefined
  search?: string | undefined
  facets?: string | undefined
  page?: number | undefined
  priceRange?: string | undefined
  ordering?: string | undefined
}

/** Every address of the site outside the panel. */
export const paths = {
  home: () => '/',
  catalogue: (search: CatalogueSearch = {}) => withQuery('/productos', search),
  merch: (search: CatalogueSearch = {}) => withQuery('/merch', search),
  product: (id: number, blisterId?: number) => withQuery(`/producto/${id}`, { blister: blisterId }),
  trophies: () => '/trofeos',
  /** `pedido`: the id of an own order to order again. */
  cart: (search: { pedido?: number } = {}) => withQuery('/carrito', search),
  login: (redirect?: string) => withQuery('/login', { redirect }),
  recover: () => '/recuperar',
  enter: () => '/entrar',
  register: () => '/registro',
  panel: () => '/panel',
  account: (section?: 'settings' | 'data' | 'orders' | 'banners' | 'warranty') =>
    withQuery('/mi-cuenta', { section }),
  /** The own orders, with the cancel dialog of this one open. */
  cancelOrder: (id: number) => withQuery('/mi-cuenta', { section: 'orders', cancelar: id }),
  warranty: () => '/garantia',
  germination: () => '/como-germinar',
  lot: (code: string) => `/lote/${code}`,
  lots: () => '/lotes',
  counted: () => '/como-contamos',
  regret: () => '/arrepentimiento',
  adminProducts: () => '/admin/productos',
  adminEditProduct: (id: number) => `/panel/productos/editar/${id}`,
}

/** Both prefixes have the same screens. */
export const ADMIN_PREFIXES = ['/panel', '/admin'] as const
export type AdminPrefix = (typeof ADMIN_PREFIXES)[number]

/** The prefix of an address of the panel; undefined elsewhere, also for `/panel` itself, which is an account page. */
export function adminPrefixOf(pathname: string): AdminPrefix | undefined {
  return ADMIN_PREFIXES.find((prefix) => pathname.startsWith(`${prefix}/`))
}

export function withQuery(path: string, parts: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts) as [string, string | number | undefined][]) {
    if (value !== undefined && value !== '' && !(name === 'page' && value === 1))
      query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Allowed redirects after login: only routes of this site, against open redirects. */
const OWN_ROUTES =
  /^\/(?:$|productos|merch|producto\/\d{1,10}|trofeos|carrito|recuperar|entrar|registro|invitacion|mi-cuenta|garantia|como-germinar|como-contamos|elegir|comparar|favoritos|arrepentimiento|legales|lotes?|panel|admin|account)(?:\/[A-Za-z0-9/-]*)?(?:[?#][^\\\s]*)?$/

/** `target` when it is safe to follow after login, else undefined. */
export function safeRedirect(target: string | null | undefined): string | undefined {
  if (!target || target.startsWith('//') || target.includes('\\')) return undefined
  if ([...target].some((character) => character.charCodeAt(0) <= 32)) return undefined
  return OWN_ROUTES.test(target) || /^\/[?#][^\\\s]*$/.test(target) ? target : undefined
}
