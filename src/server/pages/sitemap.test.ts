import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openSourceRenderer } from '../../../test/support/servers/source-renderer.ts'
import { previewPath } from '../../contract/made-pictures.ts'
import type { Product } from '../../contract/catalog/catalog.ts'
import { saveSettings } from '../settings/settings.ts'
import { sitemap, SCREENS } from './sitemap.ts'

const CUP = { place: 1, cup: 'Copa', city: '', year: 2025, variety: '', picture: null, logo: null }
const PUBLIC_URL = 'https://semillas.example'

describe('pages for search engines and other sites', () => {
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  let shop: TestShop
  let plain: Product
  let described: Product
  let hidden: Product

  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop('embedded', { renderer, publicUrl: PUBLIC_URL })
    await saveSettings({ shop: shop.shop, body: { trophies: [CUP] } })
    plain = await shop.hasProduct({ name: 'Puna Violeta', type: 'auto', genotype: 'Andina × Norte' })
    const image = '/media/product/lapacho/1280.webp'
    const description = 'Un lapacho </script> "rosa" & dulce, de flores grandes y resina abundante. '.repeat(
      6,
    )
    described = await shop.hasProduct({ name: 'Lapacho <Rosa>', image, description, sku: 'SUR-9' })
    hidden = await shop.hasProduct({ name: 'Guardada', available: false })
    for (let i = 0; i < 7; i += 1) await shop.hasProduct()
    await shop.hasProduct({ name: 'Remera', type: 'merch' })
    await shop.hasProduct({ name: 'Única', type: 'reg', limited_edition: true })
  }, 60_000)
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  async function get(url: string) {
    const { statusCode, headers, body } = await shop.app.inject({ method: 'GET', url })
    return { status: statusCode, headers, text: body }
  }
  const page = async (url: string) => headOf((await get(url)).text)
  const indexed = () => [
    ['/', `${PUBLIC_URL}/`],
    ['/productos', `${PUBLIC_URL}/productos`],
    ['/productos?page=2', `${PUBLIC_URL}/productos?page=2`],
    ['/productos?category=AUTOMATICAS', `${PUBLIC_URL}/productos?category=automaticas`],
    [
      '/productos?category=fotoperiodicas&priceRange=0-5000',
      `${PUBLIC_URL}/productos?category=Fotoperiodicas`,
    ],
    ['/productos?category=regulares', `${PUBLIC_URL}/productos?category=regulares`],
    ['/productos?category=limitada', `${PUBLIC_URL}/productos?category=limitada`],
    ['/merch/?utm_source=x', `${PUBLIC_URL}/merch`],
    ['/trofeos', `${PUBLIC_URL}/trofeos`],
    [`/producto/${plain.id}?blister=1`, `${PUBLIC_URL}/producto/${plain.id}`],
    [`/producto/${described.id}`, `${PUBLIC_URL}/producto/${described.id}`],
  ]

  it('has one absolute address for each page, and the texts that other sites show', async () => {
    for (const [url = '', canonical] of indexed()) {
      const head = await page(url)
      expect([url, head.all('link rel="canonical" href')]).toEqual([url, [canonical]])
      expect([url, head.all('meta property="og:url" content')]).toEqual([url, [canonical]])
      expect(head.all('meta property="og:title" content')).toEqual([head.title])
      expect(head.all('meta property="og:description" content')).toEqual([head.description])
      expect(head.all('meta property="og:type" content')).toHaveLength(1)
      expect(head.all('meta property="og:locale" content')).toEqual(['es_AR'])
      expect(head.all('meta property="og:image" content')).toEqual([
        PUBLIC_URL + ((url === `/producto/${described.id}` && previewPath(described)) || '/og.jpg'),
      ])
      expect(head.robots).toBeUndefined()
    }
  })

  it('describes each page differently, neither too short nor too long', async () => {
    const heads = await Promise.all(indexed().map(([url = '']) => page(url)))
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length)
    for (const { title, description = '' } of heads) {
      expect(title?.length, title).toBeLessThanOrEqual(65)
      expect(title?.length, title).toBeGreaterThanOrEqual(15)
      expect(description.length, description).toBeLessThanOrEqual(170)
      expect(description.length, description).toBeGreaterThanOrEqual(50)
    }
  })

  it('keeps out of search engines: searches, empty lists, cart, login, account, what does not exist', async () => {
    const addresses = [
      '/productos?search=puna',
      '/merch?search=remera',
      '/productos?page=99',
      '/productos?category=ofertas',
      '/carrito',
      '/login',
      '/login?redirect=/',
      '/recuperar',
      '/registro',
      '/invitacion',
      '/mi-cuenta',
      '/mi-cuenta?section=orders',
      '/panel',
      '/producto/999999',
      `/producto/${hidden.id}`,
      '/producto/x',
    ]
    for (const url of addresses) {
      const head = await page(url)
      expect([url, head.robots]).toEqual([
        url,
        /\/productos|\/merch/.test(url) ? 'noindex, follow' : 'noindex',
      ])
      expect([url, head.all('link rel="canonical" href')]).toEqual([url, []])
      expect(head.title).toMatch(/ · Tienda de semillas$/)
    }
  })

  it('describes the shop on its home page', async () => {
    const [organization] = (await page('/')).structured
    expect(organization).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Tienda de semillas',
      url: `${PUBLIC_URL}/`,
      logo: `${PUBLIC_URL}/icon-512.png`,
    })
  })

  it('describes a product and its breadcrumb, without an offer', async () => {
    const { structured } = await page(`/producto/${described.id}`)
    const [product, breadcrumb] = structured as [Record<string, unknown>, { itemListElement: unknown[] }]
    expect(product).toMatchObject({ '@type': 'Product', name: 'Lapacho <Rosa>', sku: 'SUR-9' })
    expect(product['image']).toEqual([`${PUBLIC_URL}${described.image}`])
    expect(product['url']).toBe(`${PUBLIC_URL}/producto/${described.id}`)
    expect(JSON.stringify(structured)).not.toMatch(/offer|price|availab|stock/i)
    expect(breadcrumb).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Catálogo', item: `${PUBLIC_URL}/productos` },
        { position: 2, item: `${PUBLIC_URL}/productos?category=Fotoperiodicas` },
        { position: 3, name: 'Lapacho <Rosa>', item: `${PUBLIC_URL}/producto/${described.id}` },
      ],
    })
  })

  it('has a robots.txt that allows the public pages only', async () => {
    const { status, headers, text } = await get('/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text.split('\n')).toEqual([
      'User-agent: *',
      'Allow: /',
      ...[
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
      ].map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
      '',
    ])
  })

  it('lists in the sitemap exactly the canonical pages', async () => {
    const { status, headers, text } = await get('/sitemap.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const listed = locationsIn(text)
    expect(listed).toContain(`${PUBLIC_URL}/producto/${plain.id}`)
    expect(listed).not.toContain(`${PUBLIC_URL}/producto/${hidden.id}`)
    const screens = [
      '/',
      '/productos',
      '/productos?category=automaticas',
      '/productos?category=Fotoperiodicas',
      '/productos?category=regulares',
      '/productos?category=limitada',
      '/merch',
      '/trofeos',
      '/como-germinar',
      '/elegir',
      '/lotes',
      '/como-contamos',
      '/garantia',
    ]
    expect(listed.slice(0, screens.length)).toEqual(screens.map((path) => PUBLIC_URL + path))
    for (const address of listed) {
      const head = await page(address.slice(PUBLIC_URL.length))
      expect([address, head.all('link rel="canonical" href')]).toEqual([address, [address]])
    }
  })

  it('caches the sitemap until something public changes', async () => {
    const { headers } = await get('/sitemap.xml')
    const again = await shop.app.inject({
      method: 'GET',
      url: '/sitemap.xml?utm=1',
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    const { id } = await shop.hasProduct()
    await expect
      .poll(async () => locationsIn((await get('/sitemap.xml')).text))
      .toContain(`${PUBLIC_URL}/producto/${id}`)
    const admin = await shop.signIn({ admin: true })
    await admin.patch(`/products/${id}/`, { available: false })
    await expect
      .poll(async () => locationsIn((await get('/sitemap.xml')).text))
      .not.toContain(`${PUBLIC_URL}/producto/${id}`)
  })

  it('answers 404 for a part of the sitemap that does not exist', async () => {
    for (const part of ['2', '0', 'x', '-1'])
      expect((await get(`/sitemap.xml?part=${part}`)).status).toBe(404)
  })
})

describe('sitemap', () => {
  const products = {
    count: () => Promise.resolve(5),
    list: ({ limit, offset }: { limit: number; offset: number }) =>
      Promise.resolve([11, 12, 13, 14, 15].slice(offset, offset + limit)),
    hasTrophies: () => Promise.resolve(true),
    showsTests: () => Promise.resolve(true),
    pages: () => Promise.resolve([]),
  }
  const all = SCREENS.length + 5
  const without = { ...products, hasTrophies: () => Promise.resolve(false) }
  const read = (part: number | undefined, most: number) => sitemap(PUBLIC_URL, products, part, most)

  it('leaves the pages of tests out when the shop does not show them', async () => {
    const read = (showsTests: boolean) =>
      sitemap(PUBLIC_URL, { ...products, showsTests: () => Promise.resolve(showsTests) }, undefined, all)
    const [some = '', none = ''] = [await read(true), await read(false)]
    expect(locationsIn(some).filter((address) => !locationsIn(none).includes(address))).toEqual([
      `${PUBLIC_URL}/lotes`,
      `${PUBLIC_URL}/como-contamos`,
    ])
  })

  it('leaves the page of trophies out when there are none', async () => {
    const [some = '', none = ''] = [
      await read(undefined, all),
      await sitemap(PUBLIC_URL, without, undefined, all),
    ]
    expect(locationsIn(some).filter((address) => !locationsIn(none).includes(address))).toEqual([
      `${PUBLIC_URL}/trofeos`,
    ])
  })

  it('is one file while all addresses fit', async () => {
    const text = (await read(undefined, all)) ?? ''
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
    expect(locationsIn(text)).toHaveLength(all)
    expect(await read(1, all)).toBeUndefined()
  })

  it('is a list of files beyond that, which together have every address once', async () => {
    const most = all - 5
    const index = (await read(undefined, most)) ?? ''
    expect(index).toContain('<sitemapindex ')
    expect(locationsIn(index)).toEqual([1, 2].map((part) => `${PUBLIC_URL}/sitemap.xml?part=${part}`))
    const parts = await Promise.all([1, 2].map(async (part) => locationsIn((await read(part, most)) ?? '')))
    expect(parts.map(({ length }) => length)).toEqual([most, 5])
    expect(parts.flat()).toEqual(locationsIn((await read(undefined, 100)) ?? ''))
    expect(await read(3, most)).toBeUndefined()
  })
})

/** The head of a page, and the structured data of its body. */
function headOf(html: string) {
  const head = html.slice(0, html.indexOf('</head>'))
  const all = (start: string) =>
    [...head.matchAll(new RegExp(`<${start}="([^"]*)"`, 'g'))].map(([, text]) => unescaped(text))
  const structured = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  return {
    all,
    title: unescaped(/<title>([^<]*)<\/title>/.exec(head)?.[1]),
    description: all('meta name="description" content')[0],
    robots: all('meta name="robots" content')[0],
    structured: JSON.parse(structured ?? '[]') as unknown[],
  }
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replace(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#x27;': "'",
}

function locationsIn(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => unescaped(address) ?? '')
}
