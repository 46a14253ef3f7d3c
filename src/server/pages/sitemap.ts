import { CATEGORIES } from '../../contract/catalog/categories.ts'
import type { Api } from '../http/api.ts'
import { notFound } from '../errors.ts'
import { escapeHtml } from '../escape.ts'

/** The public products, in an order that does not depend on prices. */
interface ListedProducts {
  count(): Promise<number>
  list(part: { limit: number; offset: number }): Promise<number[]>
  /** Trophies; without one their page is left out. */
  hasTrophies(): Promise<boolean>
  /** Germination tests; without them their pages are left out. */
  showsTests(): Promise<boolean>
  /** Paths of the published text pages. */
  pages(): Promise<string[]>
}

/** Paths that search engines must not crawl. */
export const NOT_FOR_SEARCH = [
  '/api',
  '/mi-cuenta',
  '/panel',
  '/admin',
  '/carrito',
  '/login',
  '/recuperar',
  '/entrar',
  '/registro',
  '/invitacion',
  '/lote/',
  '/comparar',
  '/favoritos',
]

/** Without offers, which are empty for visitors. */
const LISTS = Object.keys(CATEGORIES)
  .filter((category) => category !== 'ofertas')
  .map((category) => `/productos?category=${category}`)
const TROPHIES = '/trofeos'
const TESTS = ['/lotes', '/como-contamos']
export const SCREENS = [
  '/',
  '/productos',
  ...LISTS,
  '/merch',
  TROPHIES,
  '/como-germinar',
  '/elegir',
  ...TESTS,
  '/garantia',
  '/arrepentimiento',
  '/legales/cookies',
]

/** The limit of one file: https://www.sitemaps.org/protocol.html */
const MOST_ADDRESSES = 50_000

/** `/robots.txt` and `/sitemap.xml`. */
export function sitemapRoutes({ app, shop, publicCache }: Api, products: ListedProducts): void {
  const origin = new URL(shop.config.publicUrl).origin
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(origin)),
  )
  app.get('/sitemap.xml', (request, reply) => {
    const part = partOf(request.query as Record<string, unknown>)
    return publicCache.send(request, reply, {
      key: () => `sitemap:${part}`,
      type: 'application/xml; charset=utf-8',
      async make() {
        const text = await sitemap(origin, products, part)
        if (text === undefined) throw notFound('No existe esa parte del mapa del sitio')
        return text
      },
    })
  })
}

function partOf({ part }: Record<string, unknown>): number | undefined {
  if (part === undefined) return undefined
  return typeof part === 'string' && /^\d{1,5}$/.test(part) ? Number(part) : 0
}

function robots(origin: string): string {
  const closed = NOT_FOR_SEARCH.map((path) => `Disallow: ${path}\n`).join('')
  return `User-agent: *\nAllow: /\n${closed}\nSitemap: ${origin}/sitemap.xml\n`
}

/**
 * The XML of all public URLs, or the index of parts (1…) if they do not fit into one file. Undefined for an unknown
 * part. Without dates, which would reveal price changes.
 */
export async function sitemap(
  origin: string,
  products: ListedProducts,
  part: number | undefined,
  most = MOST_ADDRESSES,
): Promise<string | undefined> {
  const hidden = [
    ...((await products.hasTrophies()) ? [] : [TROPHIES]),
    ...((await products.showsTests()) ? [] : TESTS),
  ]
  const screens = SCREENS.filter((path) => !hidden.includes(path))
  const shown = [...screens, ...(await products.pages())]
  const parts = Math.ceil((shown.length + (await products.count())) / most)
  if (part === undefined && parts > 1) {
    const files = Array.from({ length: parts }, (_, i) => `${origin}/sitemap.xml?part=${i + 1}`)
    return xml('sitemapindex', 'sitemap', files)
  }
  if (part !== undefined && (part < 1 || part > parts || parts === 1)) return undefined
  const from = ((part ?? 1) - 1) * most
  const listed = shown.slice(from, from + most)
  const offset = Math.max(0, from - shown.length)
  const ids = await products.list({ limit: most - listed.length, offset })
  const paths = [...listed, ...ids.map((id) => `/producto/${id}`)]
  return xml(
    'urlset',
    'url',
    paths.map((path) => origin + path),
  )
}

function xml(list: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', addresses: string[]): string {
  const items = addresses.map((address) => `<${item}><loc>${escapeHtml(address)}</loc></${item}>\n`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('')}</${list}>\n`
  )
}
