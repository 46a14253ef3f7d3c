import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { openSourceRenderer } from '../../../test/support/servers/source-renderer.ts'

describe.each(enginesOf(import.meta.filename))('text pages on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let renderer: Awaited<ReturnType<typeof openSourceRenderer>>
  beforeAll(async () => {
    renderer = await openSourceRenderer()
    shop = await openShop(engine, { renderer })
    admin = await shop.signIn({ admin: true })
  })
  afterAll(async () => {
    await shop.close()
    renderer.close()
  })

  const visit = async (url: string, cookie = 'ageVerified=true') => {
    const { statusCode, body, headers } = await shop.app.inject({ method: 'GET', url, headers: { cookie } })
    return { status: statusCode, body, location: headers.location }
  }
  const written = async (slug: string) =>
    (await admin.get('/pages/written/')).body.results.find((page: { slug: string }) => page.slug === slug)
  const save = async (slug: string, change: object) => {
    const { title, body, is_published, version } = await written(slug)
    return admin.put(`/pages/${slug}/`, {
      title,
      body,
      is_published,
      is_accepted: true,
      version,
      ...change,
    })
  }

  it('are drafts that only admins see', async () => {
    expect(await written('terminos')).toMatchObject({ is_draft: true, is_published: false, version: 0 })
    expect((await shop.anonymous.get('/pages/')).body).toEqual({ results: [] })
    expect((await shop.anonymous.get('/pages/terminos/')).status).toBe(404)
    expect((await visit('/legales/terminos')).status).toBe(404)
    expect((await visit('/')).body).not.toContain('/legales/terminos')
    const saved = await save('terminos', { is_accepted: undefined })
    expect(saved).toMatchObject({ status: 200, body: { is_draft: true, version: 1 } })
    expect((await visit('/legales/terminos')).status).toBe(404)
  })

  it('tell on every page how the shop sends, once that is published', async () => {
    const shipping = async () => (await shop.anonymous.get('/settings/')).body.shipping
    const body = '## Envíos\n\nDespachamos por **correo**. Tarda «poco».\n\n- Nada más'
    expect(await shipping()).toBe('')
    await save('envios', { body, is_published: false })
    expect(await shipping()).toBe('')
    await save('envios', { body, is_published: true })
    expect(await shipping()).toBe('Despachamos por correo.')
    const product = await shop.hasProduct({ name: 'Puna <Violeta>' })
    expect((await admin.put('/settings/', { whatsapp: '5491123456789' })).status).toBe(200)
    const { html } = (await shop.anonymous.get(`/tested/?product=${product.id}`)).body
    expect(html).toContain('<a href="/legales/envios">Envíos y pagos</a>: Despachamos por correo.')
    expect(html).toContain(
      'https://wa.me/5491123456789?text=Hola%2C%20tengo%20una%20pregunta%20sobre%20Puna%20%3CVioleta%3E.',
    )
    await save('envios', { body, is_published: false })
    expect(await shipping()).toBe('')
  })

  it('are published once the owner accepts them, without a gap of the draft', async () => {
    const { gaps } = await written('terminos')
    expect(gaps).toEqual(['«razón social, CUIT, domicilio»', '«completar»', '«Email y horario de atención»'])
    const refusal = async (change: object) => (await save('terminos', change)).body.errors
    const body = 'Hola «mundo»'
    const unread = { body, is_published: true, is_accepted: false }
    expect(await refusal(unread)).toEqual({
      is_accepted: ['Para publicarla falta confirmar que el texto se revisó'],
    })
    expect(await refusal({ body: `${body} ${gaps[1]}`, is_published: true })).toEqual({
      body: ['Para publicarla falta completar «completar»'],
    })
    expect(await save('terminos', { body, is_published: false })).toMatchObject({ body: { is_draft: false } })
    // Accepted once, a page stays so.
    expect(await save('terminos', { is_published: true, is_accepted: undefined })).toMatchObject({
      body: { is_draft: false, is_published: true },
    })
    expect(await save('terminos', { is_published: false, is_accepted: false })).toMatchObject({
      body: { is_draft: true, is_published: false },
    })
  })

  it('are shown once they are published, in footer and sitemap too', async () => {
    await visit('/')
    const body = '# Uno\n\nHola **mundo**, [guía](/como-germinar)'
    expect((await save('privacidad', { title: 'Privacidad', body, is_published: true })).status).toBe(200)
    const { body: shown } = await shop.anonymous.get('/pages/privacidad/')
    expect(shown.blocks).toEqual([
      { kind: 'heading', lines: [[{ text: 'Uno' }]] },
      {
        kind: 'paragraph',
        lines: [
          [
            { text: 'Hola ' },
            { text: 'mundo', strong: true },
            { text: ', ' },
            { text: 'guía', href: '/como-germinar' },
          ],
        ],
      },
    ])
    await expect.poll(async () => (await visit('/')).body).toContain('href="/legales/privacidad"')
    const page = await visit('/legales/privacidad')
    expect(page.status).toBe(200)
    expect(page.body).toMatch(/<h2>Uno<\/h2><p>Hola <strong>mundo<\/strong>, <a href="\/como-germinar"/)
    expect((await visit('/sitemap.xml')).body).toContain('/legales/privacidad</loc>')
    expect((await visit('/privacidad')).location).toBe('/legales/privacidad')
    await save('privacidad', { is_published: false })
    await expect.poll(async () => (await visit('/legales/privacidad')).status).toBe(404)
  })

  it('show hostile texts as text', async () => {
    const body =
      '<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](//evil.example) <img src=x onerror=alert(1)>'
    await save('envios', { body, is_published: true })
    await expect.poll(async () => (await visit('/legales/envios')).status).toBe(200)
    const page = await visit('/legales/envios')
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.body).not.toMatch(/<script>alert|href="javascript|href="\/\/evil|<img src="?x/)
  })

  it('make no version and no activity of a save that changes nothing', async () => {
    const first = await save('terminos', { body: 'igual' })
    const entries = async () => (await admin.get('/activity-logs/?entity=page')).body.count
    const before = await entries()
    expect((await save('terminos', { body: 'igual' })).body).toEqual(first.body)
    expect((await admin.get('/pages/terminos/versions/')).body.results).toHaveLength(first.body.version)
    expect(await entries()).toBe(before)
  })

  it('keep each version, immutable; an older base is refused', async () => {
    const first = await save('preguntas', { body: 'uno' })
    expect((await save('preguntas', { body: 'dos' })).body.version).toBe(first.body.version + 1)
    const stale = await admin.put('/pages/preguntas/', { ...first.body, body: 'tres' })
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE' } })
    const fresh = { title: 'x', body: 'x', is_published: false, version: 0 }
    expect((await admin.put('/pages/preguntas/', fresh)).status).toBe(409)
    const { results } = (await admin.get('/pages/preguntas/versions/')).body
    expect(results.map(({ body }: { body: string }) => body)).toEqual(['dos', 'uno'])
    await expect(shop.shop.db.deleteFrom('content_versions').execute()).rejects.toThrow('only ever added')
  })

  it.each(['admin', 'productos', '..', 'login', 'cookies', '%2e%2e', 'TERMINOS'])(
    'have fixed addresses: %s is none',
    async (slug) => {
      const page = { title: 'x', body: 'x', is_published: true, version: 0 }
      expect((await admin.put(`/pages/${slug}/`, page)).status).toBe(404)
    },
  )

  it('of the law have no age gate; the others do', async () => {
    for (const path of ['/arrepentimiento', '/legales/cookies'])
      expect((await visit(path, '')).body).not.toContain('id="gate"')
    expect((await visit('/preguntas', '')).location).toBe('/legales/preguntas')
    for (const path of ['/', '/garantia', '/productos'])
      expect((await visit(path, '')).body).toContain('id="gate"')
  })
})
