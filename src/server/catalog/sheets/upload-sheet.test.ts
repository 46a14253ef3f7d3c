import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('sheets of products in the panel on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true, username: 'jardinera' })
  })
  afterAll(() => shop.close())

  const send = (content: BlobPart | undefined, query = '', headers = {}) => {
    const form = new FormData()
    if (content !== undefined) form.set('file', new Blob([content]), 'productos.csv')
    else form.set('other', 'x')
    return admin.post(`/products/import/${query}`, form, headers)
  }
  const priceOf = async (id: number) => (await admin.get(`/products/${id}/`)).body.blisters[0].price

  it('is exported with prices, and imported without a change', async () => {
    const { id, name } = await shop.hasProduct({ name: 'Puna «Ñandú»' })
    const { status, headers, text } = await admin.get('/products/export/')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="productos.csv"')
    expect(text).toMatch(/^\uFEFFID;Versión;/)
    expect(text).toContain(`\r\n${id};1;;${name};`)
    expect(text).toContain(';18400,00;')
    expect((await send(text)).body).toMatchObject({ problem_count: 0, changes: [], saved: true })
    const customer = await shop.signIn()
    for (const [client, refused] of [
      [shop.anonymous, 401],
      [customer, 403],
    ] as const)
      expect((await client.get('/products/export/')).status).toBe(refused)
  })

  it.each(['?dry_run', '?dry_run=true', '?dry_run=1'])(
    'a dry run (%s) only says what would change',
    async (query) => {
      const { id, blisters } = await shop.hasProduct()
      const text = `ID;ID presentación;Precio\n${id};${blisters[0]?.id};20000`
      const { status, body } = await send(text, query)
      expect(status).toBe(200)
      expect(body).toMatchObject({ problem_count: 0, saved: false, unchanged: 0 })
      expect(body.changes).toMatchObject([
        { id, facts: ['Precio (3 semillas): $\u00a018.400 → $\u00a020.000'] },
      ])
      expect(await priceOf(id)).toBe(18_400)
    },
  )

  it('saves in the name of the caller, as one change of prices that can be undone', async () => {
    const { id, blisters } = await shop.hasProduct()
    const text = `ID;ID presentación;Precio\n${id};${blisters[0]?.id};20000`
    expect((await send(text)).body).toMatchObject({ saved: true })
    expect(await priceOf(id)).toBe(20_000)
    const [run] = (await admin.get('/price-runs/')).body.results
    expect(run).toMatchObject({ kind: 'sheet', changed: 1, user: 'jardinera' })
    expect((await admin.post(`/price-runs/${run.id}/undo/`, {})).status).toBe(201)
    expect(await priceOf(id)).toBe(18_400)
    const [entry] = (await admin.get(`/activity-logs/?entity=product&entity_id=${id}`)).body.results
    expect(entry).toMatchObject({ user: 'jardinera', by_sheet: true })
  })

  it('moves a product to another brand with that brand’s origin, unless it has its own', async () => {
    const brand = async (name: string, is_national: boolean) =>
      (await admin.post('/brands/', { name, is_national })).body.id
    const [home, abroad] = [await brand('Criadero Local', true), await brand('Criadero Lejano', false)]
    await brand('Criadero Vecino', true)
    const inherits = await shop.hasProduct({ brand_id: home })
    const owns = await shop.hasProduct({ brand_id: home, is_national: false })
    const rows = `${inherits.id};Criadero Lejano\n${owns.id};Criadero Vecino`
    const { body } = await send(`ID;Marca\n${rows}`)
    expect(body.changes).toMatchObject([
      { facts: ['Marca: Criadero Local → Criadero Lejano', 'Nacional: sí → no'] },
      { facts: ['Marca: Criadero Local → Criadero Vecino'] },
    ])
    const origin = async ({ id }: { id: number }) => (await admin.get(`/products/${id}/`)).body.is_national
    expect([await origin(inherits), await origin(owns)]).toEqual([false, false])
    await admin.put(`/brands/${abroad}/`, { name: 'Criadero Lejano', is_national: true })
    expect(await origin(inherits)).toBe(true)
    await send(`ID;Marca;Nacional\n${inherits.id};Criadero Local;no`)
    expect(await origin(inherits)).toBe(false)
  })

  it.each([
    ['letters in two parts', 'Criadero Pehue\u0301n Azul'],
    ['other case and no accent', 'CRIADERO PEHUEN AZUL'],
    ['two spaces', 'Criadero  Pehuén Azul'],
    ['an invisible space', 'Criadero \u200bPehuén\u00a0Azul'],
  ])('finds a brand with %s', async (_, typed) => {
    await admin.post('/brands/', { name: 'Criadero Pehuén Azul' })
    const { id } = await shop.hasProduct({})
    const { body } = await send(`ID;Marca\n${id};${typed}`)
    expect(body.problems).toEqual([])
    expect((await admin.get(`/products/${id}/`)).body.brand).toBe('Criadero Pehuén Azul')
  })

  it('takes the brand that is written the same, and none of two that differ in accents alone', async () => {
    for (const name of ['Vivero Tatú', 'Vivero Tatu']) await admin.post('/brands/', { name })
    const { id } = await shop.hasProduct({})
    await send(`ID;Marca\n${id};vivero tatú`)
    expect((await admin.get(`/products/${id}/`)).body.brand).toBe('Vivero Tatú')
    const { body } = await send(`ID;Marca\n${id};Vivero  Tatu`)
    expect(body.problems).toMatchObject([{ text: expect.stringContaining('No existe la marca') }])
  })

  it('adds a new product once for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': `sheet-${engine}` }
    const sheet = 'Nombre;Tipo;Semillas;Precio;Stock\nHoja Repetida;fem;3;9000;4'
    const [first, second] = await Promise.all([send(sheet, '', key), send(sheet, '', key)])
    expect([first.status, first.body.saved, second.body]).toEqual([200, true, first.body])
    expect((await admin.get('/products/?search=hoja repetida&page=1')).body.count).toBe(1)
    expect((await send(`${sheet}5`, '', key)).body.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  it('saves nothing with one wrong cell, and names it', async () => {
    const { id, blisters } = await shop.hasProduct()
    const blister = blisters[0]?.id
    const { status, body } = await send(
      `ID;ID presentación;Precio\n${id};${blister};20000\n${id};${blister};1e5`,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ saved: false, problem_count: 1 })
    expect(body.problems[0].text).toContain('Precio debe ser un número')
    expect(await priceOf(id)).toBe(18_400)
  })

  it('refuses files of Excel, no file, too large ones and JSON', async () => {
    const text = 'Es un archivo de Excel. Guardarlo como «CSV UTF-8» y subir ese.'
    for (const start of [
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0],
    ]) {
      const { status, body } = await send(new Uint8Array([...start, 0, 0]), '?dry_run')
      expect([status, body.error]).toEqual([415, text])
    }
    expect((await send(undefined)).status).toBe(400)
    for (const size of [2_097_153, 25 * 1024 ** 2]) {
      const { status, body } = await send(new Uint8Array(size))
      expect([status, body.error]).toEqual([413, 'La planilla no debe superar los 2MB'])
    }
    expect((await admin.post('/products/import/', {})).status).toBe(415)
  })

  it('documents the export as CSV', async () => {
    const { body } = await admin.get('/openapi.json')
    expect(Object.keys(body.paths['/api/products/export/'].get.responses['200'].content)).toEqual([
      'text/csv',
    ])
    expect(await readFile('docs/operating/spreadsheet.md', 'utf8')).toContain('/panel/precios')
  })
})
