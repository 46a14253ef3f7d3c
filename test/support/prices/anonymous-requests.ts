import { PAGE_SLUGS, pagePath } from '../../../src/contract/legal/page-rules.ts'
import { OFFLINE_PAGE, OFFLINE_WORKER } from '../../../src/contract/offline.ts'
import { CATEGORIES } from '../../../src/contract/catalog/categories.ts'
import { PRICE_RANGES } from '../../../src/contract/money.ts'
import { SCREENS } from '../../journeys/screens.ts'

/** A request without a token. */
export interface AnonymousRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: unknown
}

export interface Extent {
  lastProduct: number
  lastBlister: number
  lastBrand: number
  /** `paths` of `/api/openapi.json`, with the calls of staff. */
  described: Record<string, Record<string, unknown>>
}

/**
 * All anonymous requests, in every combination that could reveal a price and many that could not. `inThrees`: any three values
 * of such parameters together, and fewer combinations of the others, which still hold any two of them several times.
 */
export function anonymousRequests(extent: Extent, { inThrees = false } = {}): AnonymousRequest[] {
  const all = crossed(PRICE_PARAMETERS)
  const priced = inThrees ? withAnyThree(all) : all
  const addresses = [
    ...priced.map((query) => `/api/products/${query}`),
    ...drawn(inThrees ? 300 : 1_700).map((query) => `/api/products/${query}`),
    ...priced.map((query) => `/api/products/facets/${query}`),
    ...FACET_QUESTIONS.flatMap((query) => [
      `/api/products/?${query}`,
      `/api/products/facets/?${query}`,
      `/productos?${query}`,
    ]),
    ...SEARCHES.flatMap((search) => [
      `/api/products/?search=${encodeURIComponent(search)}`,
      `/api/products/suggest/?q=${encodeURIComponent(search)}`,
    ]),
    ...oneByOne(extent),
    ...pages(extent, inThrees),
  ]
  return [
    ...addresses.map((url, i) => ({
      method: 'GET' as const,
      url,
      headers: HEADERS[i % HEADERS.length] ?? {},
    })),
    ...addresses.filter((_, i) => i % 40 === 0).map((url) => ({ method: 'HEAD' as const, url, headers: {} })),
    ...withoutRight(extent),
  ]
}

const ENCODINGS = [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'gzip, br' }]
const HEADERS: Record<string, string>[] = [
  ...ENCODINGS,
  ...ENCODINGS.map((encoding) => ({ ...encoding, cookie: 'ageVerified=true' })),
]

const PRICE_RANGE = PRICE_RANGES.map(({ value }) => value)
const ORDERING = [
  'min_price',
  '-min_price',
  'name',
  '-created_at',
  '-thc',
  'flowering',
  '-yield',
  'price',
  '-final_price',
]

/** Parameters that could reveal a price. Undefined: left out. */
const PRICE_PARAMETERS: Record<string, (string | undefined)[]> = {
  priceRange: [undefined, ...PRICE_RANGE, '18400-18401'],
  priceStatus: [undefined, 'no-price', 'with-price'],
  ordering: [undefined, 'min_price', '-min_price', 'name'],
  discount: [undefined, 'true', 'false'],
  page_size: [undefined, '2', '100'],
}

const FACET_QUESTIONS = [
  'facets=thc.15-20',
  'facets=stock.con*type.fem&ordering=-thc',
  'facets=thc.20-25*thc.25-*flowering.56-63&priceRange=0-5000&ordering=min_price',
  'search=thc+25+%25+o+m%C3%A1s&facets=type.auto',
  'search=zzzzzz&facets=stock.con&discount=true',
  'facets=price.0-5000*priceRange.0-5000*discount.1',
]

const SEARCHES = [
  'puna',
  'PUNA violeta',
  'pnua',
  'violta',
  'á',
  'automática',
  'sur-f01',
  'limón',
  'zzzzzz',
  '%',
  '_',
  "'",
  '<b>',
  '18400',
  '18.400',
  '$ 18.400',
  '73511.37',
  'precio',
  'descuento',
  'price',
  '50 %',
  'estero lunar',
  'remera',
  '🌱',
]

/** Every parameter of the list with valid values and some invalid ones. */
const ALL_PARAMETERS: Record<string, string[]> = {
  type: ['fem', 'auto', 'reg', 'regular', 'merch', 'fem,auto', 'otra'],
  exclude_types: ['merch', 'fem,merch', 'otra'],
  brand: ['Surbrote', 'estero lunar', 'Nadie'],
  search: SEARCHES,
  discount: ['true', 'false', '1', 'si'],
  priceRange: [...PRICE_RANGE, '0-1', '18400-18401'],
  price_min: ['1', '18400'],
  min_price: ['1'],
  stockFilter: ['with-stock', 'low-stock', 'out-of-stock', 'x'],
  stock: ['with-stock', 'low-stock'],
  no_stock: ['true'],
  ordering: ORDERING,
  highlighted: ['true', 'false'],
  limitedEdition: ['true'],
  limited_edition: ['false'],
  available: ['true', 'false'],
  availability: ['available', 'unavailable'],
  edition: ['limited', 'regular'],
  priceStatus: ['no-price', 'with-price', 'x'],
  ids: ['1', '1,2,3', '8', '9,5,1', '0', 'x'],
  page: ['1', '2', '3', '99', '0', 'x'],
  page_size: ['1', '6', '9', '1000', 'x'],
}

function crossed(parameters: Record<string, (string | undefined)[]>): string[] {
  let queries: URLSearchParams[] = [new URLSearchParams()]
  for (const [name, values] of Object.entries(parameters)) {
    queries = queries.flatMap((query) =>
      values.map((value) => {
        const next = new URLSearchParams(query)
        if (value !== undefined) next.set(name, value)
        return next
      }),
    )
  }
  return queries.map((query) => `?${query.toString()}`)
}

/** Some of the queries, with each three parameters that any of all the queries has. */
function withAnyThree(all: string[]): string[] {
  // Not from one end: there they have few parameters, which makes more of them.
  const mixed = all.map((_, i) => all[(i * 55) % all.length] ?? '')
  const seen = new Set<string>()
  return mixed.filter((query) => {
    const before = seen.size
    const parts = query.slice(1).split('&')
    for (const one of parts)
      for (const other of parts) for (const third of parts) seen.add(`${one}&${other}&${third}`)
    return seen.size > before
  })
}

/** The same random queries in each run: two to six parameters, each with one of its values. */
function drawn(count: number): string[] {
  let seed = 20_261_121
  const draw = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const names = Object.keys(ALL_PARAMETERS)
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams()
    for (let left = 2 + draw(5); left > 0; left -= 1) {
      const name = names[draw(names.length)] ?? ''
      const values = ALL_PARAMETERS[name] ?? []
      query.set(name, values[draw(values.length)] ?? '')
    }
    return `?${query.toString()}`
  })
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
const ODD_IDS = ['0', '-1', '999999', '99999999999', 'x', '1.5', "1'"]
const LIMITS = [
  '',
  '?limit=1',
  '?limit=3',
  '?limit=8',
  '?limit=100',
  '?limit=101',
  '?limit=x',
  '?discount=true',
  '?category=ofertas',
]

const FINDER = [
  '',
  ...['interior', 'exterior', 'invernadero', 'x'].flatMap((place) =>
    ['rapida', 'rinde', 'aroma', 'cbd', 'price'].map(
      (goal) => `?place=${place}&goal=${goal}&zone=patagonia&skill=primera`,
    ),
  ),
]

function oneByOne({ lastProduct, lastBlister, lastBrand }: Extent): string[] {
  const products = [...upTo(lastProduct + 1), ...ODD_IDS]
  return [
    ...products.flatMap((id) => [
      `/api/products/${id}/`,
      `/api/products/${id}`,
      `/api/products/${id}/related/`,
      `/api/products/${id}/lineage/`,
    ]),
    ...[...upTo(lastBlister + 1), ...ODD_IDS].map((id) => `/api/products/blisters/${id}/`),
    ...LIMITS.flatMap((limit) => [`/api/products/on-sale/${limit}`, `/api/products/highlighted/${limit}`]),
    ...LIMITS.map((limit) => `/api/products/on-sale/${limit}${limit ? '&' : '?'}page=1&ordering=min_price`),
    ...[...upTo(lastBrand + 1), ...ODD_IDS].map((id) => `/api/brands/${id}/`),
    ...['', '?is_national=true', '?is_national=false', '?ordering=price'].map(
      (query) => `/api/brands/${query}`,
    ),
    ...['', '?active=true', '?position=carousel', '?active=false'].map((query) => `/api/banners/${query}`),
    '/api/products/to-sow/',
    ...FINDER.flatMap((query) => [`/api/products/finder/${query}`, `/elegir${query}`]),
    '/api/settings/',
    '/api/trophies/',
    '/api/guide/',
    '/api/pages/',
    ...PAGE_SLUGS.map((slug) => `/api/pages/${slug}/`),
    '/api/pages/nada/',
    '/api/lots/PV-2603/',
    '/api/lots/nada/',
    ...['', ...products.map((id) => `?product=${id}`)].map((query) => `/api/tested/${query}`),
    ...['', '?search=pv-26', '?search=nada', '?ordering=price'].map((query) => `/api/tested/lots/${query}`),
    '/api/openapi.json',
    '/api/docs',
    '/api/',
    '/api/no-existe/',
    '/api/products/sitemap/',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap.xml?part=1',
    '/sitemap.xml?part=2',
    '/sitemap.xml?part=x',
    '/favicon.svg',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/icon-192.png',
    '/icon-512.png',
    '/og.jpg',
    // Lead to the present address, which has a hash of what is on the picture.
    ...products.map((id) => `/og/producto/${id}-0.jpg`),
    '/manifest.webmanifest',
    OFFLINE_PAGE,
    OFFLINE_WORKER,
    '/media/product/nada/640.webp',
    '/assets/nada.js',
  ]
}

function pages({ lastProduct, lastBlister }: Extent, inThrees: boolean): string[] {
  const categories = ['', ...Object.keys(CATEGORIES), 'AUTOMATICAS', 'otra']
  const numbers = ['', '2', '3', '99', 'x']
  const lists = ['/productos', '/merch'].flatMap((path) =>
    categories.flatMap((category, i) =>
      numbers
        .filter((_, n) => !inThrees || category === '' || n === 0 || n === i % numbers.length)
        .map((page) => withQuery(path, { category, page })),
    ),
  )
  const tried = ['min_price', '-min_price'].flatMap((ordering) =>
    PRICE_RANGE.map((priceRange) => withQuery('/productos', { ordering, priceRange, discount: 'true' })),
  )
  return [
    ...SCREENS.map(({ address }) => address.split('#')[0] ?? ''),
    '/?utm_source=x',
    '/trofeos/',
    '/login?redirect=/producto/1',
    '/mi-cuenta',
    '/mi-cuenta?section=orders',
    '/account',
    '/no-existe',
    '/producto',
    '/producto/',
    '/productos/',
    '/merch/',
    '/edad',
    '/admin/productos',
    ...PAGE_SLUGS.map(pagePath),
    '/legales/nada',
    '/lote/PV-2603',
    '/lote/pv-2603',
    '/lote/NADA',
    ...['', '?search=pv', '?search=zzz'].map((query) => `/lotes${query}`),
    ...['', '?ids=1', '?ids=1,2,3,4,5', '?ids=2&ids=1', '?ids=x,0,999999', '?ids=1&ordering=price'].flatMap(
      (query) => [`/comparar${query}`, `/favoritos${query}`],
    ),
    '/preguntas',
    '/privacidad',
    ...lists,
    ...tried,
    ...SEARCHES.flatMap((search) => [withQuery('/productos', { search }), withQuery('/merch', { search })]),
    ...[...upTo(lastProduct + 1), ...ODD_IDS].map((id) => `/producto/${encodeURIComponent(id)}`),
    ...upTo(lastProduct).map((id) => `/producto/${id}?blister=${(id * 2) % lastBlister}`),
  ]
}

function withQuery(path: string, parts: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''))
  return `${path}?${query.toString()}`
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every described call, and every other method on the same address: without a token, and with an unknown one. */
function withoutRight({ described }: Extent): AnonymousRequest[] {
  return Object.keys(described).flatMap((path) => {
    const url = path.replace(/\{\w+\}/g, '1')
    const wrong = { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }
    return [
      { method: 'GET' as const, url, headers: {} },
      { method: 'GET' as const, url, headers: wrong },
      ...WRITES.map((method) => ({ method, url, headers: {}, body: {} })),
    ]
  })
}
