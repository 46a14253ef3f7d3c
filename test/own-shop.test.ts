import { readFile } from 'node:fs/promises'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { sql } from 'kysely'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { guide } from '../demo/guide.ts'
import { exportProducts } from '../src/server/catalog/sheets/import-products.ts'
import { openTransport, type Outgoing } from '../src/server/mail/transport.ts'
import { startSender } from '../src/server/mail/sender.ts'
import { getSettings } from '../src/server/settings/settings.ts'
import { OrderSheet, printedOrder } from '../src/web/admin/orders/print/print-sheets.tsx'
import { adminPaths } from '../src/web/app/admin-paths.ts'
import { paths } from '../src/web/app/paths.ts'
import { shopSettings } from '../src/web/data/queries.ts'
import { type Client, engines, openShop, type TestShop } from './support/open-shop.ts'
import { DEMO_TEXTS } from './support/demo-texts.ts'
import { openSourceRenderer } from './support/servers/source-renderer.ts'

const NAME = 'Semillas del Delta'
const IDENTITY = { shop_name: NAME, tagline: 'islas y luz', contact_email: 'hola@delta.example' }

const admin = adminPaths('/panel')
const PAGES = [
  paths.home(),
  paths.catalogue(),
  paths.catalogue({ category: 'automaticas' }),
  paths.catalogue({ search: 'nada' }),
  paths.merch(),
  paths.cart(),
  paths.login(),
  paths.panel(),
  paths.account('orders'),
  paths.warranty(),
  paths.germination(),
  paths.regret(),
  '/producto/999999',
  admin.products(),
  admin.orders(),
  admin.settings(),
]
const FILES = [
  '/api/openapi.json',
  '/api/docs',
  '/sitemap.xml',
  '/robots.txt',
  '/api/settings/',
  '/api/guide/',
  '/api/pages/',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/sin-conexion',
  '/offline-worker.js',
]

describe('a shop without the demo, under its own name', () => {
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  let shop: TestShop
  let owner: Client
  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop('embedded', { renderer, publicUrl: 'https://delta.example' })
    owner = await shop.signIn({ admin: true })
    expect((await owner.put('/settings/', IDENTITY)).status).toBe(200)
  }, 60_000)
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  const textOf = async (url: string) => (await shop.app.inject({ method: 'GET', url })).body

  it.each(PAGES)('says its name on %s, and nothing of another shop', async (path) => {
    const text = await textOf(path)
    expect(text).toMatch(/<title>[^<]*Semillas del Delta/)
    expect(text).toContain(NAME.toUpperCase())
    expect(DEMO_TEXTS.exec(text)?.[0]).toBeUndefined()
  })

  it.each(FILES)('keeps %s free of another shop', async (path) => {
    expect(DEMO_TEXTS.exec(await textOf(path))?.[0]).toBeUndefined()
  })

  it('has the name in its manifest and offline page', async () => {
    for (const path of ['/manifest.webmanifest', '/sin-conexion'])
      expect(await textOf(path)).toMatch(new RegExp(NAME, 'i'))
  })

  it('is not shown by the picture of the demo', async () => {
    const demo = await readFile('src/web/public/pictures/surbrote/1200.jpg')
    const shown = await shop.app.inject({ method: 'GET', url: '/og.jpg' })
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.rawPayload.equals(demo)).toBe(false)
    expect(await textOf('/')).toContain('content="https://delta.example/og.jpg"')
    const named = /surbrote\/1200/
    for (const path of PAGES) expect(named.exec(await textOf(path))?.[0]).toBeUndefined()
  })

  it('exports a sheet and its own data without another shop', async () => {
    let sheet = ''
    for await (const part of exportProducts(shop.shop.db)) sheet += part
    expect(DEMO_TEXTS.exec(sheet)?.[0]).toBeUndefined()
    const own = await owner.get('/auth/my-data/')
    expect([own.status, DEMO_TEXTS.exec(JSON.stringify(own.body))?.[0]]).toEqual([200, undefined])
  })

  it('has no trophies page without trophies', async () => {
    const menu = async () => /href="\/trofeos"/.test(await textOf('/'))
    const visit = () => shop.app.inject('/trofeos')
    expect([
      await menu(),
      (await visit()).headers.location,
      (await textOf('/sitemap.xml')).includes('/trofeos'),
    ]).toEqual([false, '/', false])
    const cup = {
      place: 2,
      cup: 'Copa del Paraná',
      city: 'Tigre',
      year: 2025,
      variety: 'Ceibo',
      picture: null,
      logo: null,
    }
    expect((await owner.put('/settings/', { trophies: [cup] })).status).toBe(200)
    expect((await visit()).body).toMatch(/Segundo puesto.*Copa del Paraná.*Tigre, 2025.*Ceibo/)
    expect([await menu(), (await textOf('/sitemap.xml')).includes('/trofeos')]).toEqual([true, true])
    expect((await shop.anonymous.get('/trophies/')).body).toEqual([cup])
  })

  it('announces its opening while it has no products', async () => {
    expect(await textOf('/')).toContain('Abrimos pronto')
    expect(await textOf('/productos')).toContain('Abrimos pronto')
    await shop.hasProduct({ name: 'Ibirá' })
    expect(await textOf('/')).not.toContain('Abrimos pronto')
  })

  it('is described under its name for API clients', async () => {
    expect(JSON.parse(await textOf('/api/openapi.json'))).toMatchObject({ info: { title: NAME } })
  })

  it('signs its mails', async () => {
    const { blisters, id } = await shop.hasProduct({ name: 'Ceibo' })
    const buyer = await shop.signIn()
    const line = { product_id: id, blister_id: blisters[0]?.id, quantity: 1 }
    const order = { recipient_name: 'Ana', customer_phone: '1123456789', delivery_type: 'coordinate' }
    expect((await buyer.post('/orders/', { ...order, products: [line] })).status).toBe(201)
    const sent: Outgoing[] = []
    const send = async (mail: Outgoing) => void sent.push(mail)
    const sender = startSender(shop.shop, {
      ownFacts: () => getSettings(shop.shop.db),
      transport: { send, close() {} },
    })
    await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(2)
    await sender.stop()
    for (const mail of sent) {
      expect(mail).toMatchObject({ fromName: NAME })
      expect(mail.html).toContain(NAME)
      expect(DEMO_TEXTS.exec(JSON.stringify(mail))?.[0]).toBeUndefined()
    }
    openTransport(shop.shop.config).close()
  })

  it.each(['preparacion', 'nota'] as const)(
    'prints its name on the sheet %s of an order',
    async (document) => {
      const { blisters, id } = await shop.hasProduct({ name: 'Timbó' })
      const line = { product_id: id, blister_id: blisters[0]?.id, quantity: 1 }
      const recipient = { recipient_name: 'Ana', customer_phone: '1123456789', delivery_type: 'coordinate' }
      const placed = await (await shop.signIn()).post('/orders/', { ...recipient, products: [line] })
      const { body: order } = await owner.get(`/orders/${placed.body.id}/`)
      const client = new QueryClient()
      client.setQueryData(shopSettings().queryKey, (await shop.anonymous.get('/settings/')).body)
      vi.stubGlobal('window', { location: { origin: 'https://delta.example' } })
      onTestFinished(() => void vi.unstubAllGlobals())
      const sheet = createElement(OrderSheet, {
        order: printedOrder(order),
        at: 0,
        document,
        withPrices: true,
      })
      const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, sheet))
      for (const word of [NAME, 'Timbó']) expect(html).toContain(word)
      expect(DEMO_TEXTS.exec(html)?.[0]).toBeUndefined()
    },
  )

  it('leaves its name out of passwords', async () => {
    const body = { old_password: 'x', new_password: 'SemillasDelDelta2026' }
    expect(await owner.post('/auth/change-password/', body)).toMatchObject({
      status: 400,
      body: { errors: { new_password: [expect.stringContaining('común')] } },
    })
  })
})

describe.each(engines)('the migration of existing shops, on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())
  const migrateAgain = async () => {
    for (const name of ['0022_identity', '0037_guide'])
      await sql.raw(await readFile(`db/migrations/${name}.sql`, 'utf8')).execute(shop.shop.db)
    return getSettings(shop.shop.db)
  }

  it('leaves a new shop without claims', async () => {
    const settings = await migrateAgain()
    expect(settings).toMatchObject({ shop_name: 'Tienda de semillas', tagline: '', about: '' })
    expect(DEMO_TEXTS.exec(JSON.stringify(settings))?.[0]).toBeUndefined()
  })

  it('keeps the texts that a shop with accounts showed', async () => {
    const owner = await shop.signIn({ admin: true })
    await owner.put('/settings/', { tagline: 'propio' })
    const settings = await migrateAgain()
    expect(settings).toMatchObject({
      shop_name: 'Surbrote',
      tagline: 'propio',
      guide_intro: guide.guide_intro,
    })
    expect(settings.guide_steps.map(({ title }) => title)).toEqual(
      guide.guide_steps.map(({ title }) => title),
    )
    // In the words that every shop showed then; those of the demo are newer.
    expect(settings.guide_steps.at(-1)?.words).toBe(
      'Con la raíz hacia abajo, a 1 o 2 cm de profundidad, en sustrato húmedo y suelto.',
    )
  })
})
