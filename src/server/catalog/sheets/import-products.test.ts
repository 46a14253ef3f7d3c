import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { orderOf } from '../../../../test/support/sales/goods.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { VERBS } from '../../operator/commands/verbs.ts'
import { exportProducts, importProducts } from './import-products.ts'

describe.each(enginesOf(import.meta.filename))('products as a sheet on %s', (engine) => {
  let shop: TestShop
  let product: Product
  beforeAll(async () => {
    shop = await openShop(engine)
    const admin = await shop.signIn({ admin: true })
    await admin.post('/brands/', { name: 'Ñandú; "Seeds"', is_national: false })
    product = await shop.hasProduct({
      name: '=HYPERLINK("http://x";"y")',
      sku: '0012',
      brand: 'ñandú; "seeds"',
      description: `'+1 línea uno\nlínea "dos"; con, todo\r\n\u2028fin`,
      genotype: '@SUM(A1)',
      thc: "'-18 %",
      flavors: '-Pino, +Limón',
      sativa: 33.33,
      highlighted: true,
      blisters: [
        { seed_count: 3, price: 18_400.5, stock: 10, discount: 12.5, image: '/media/product/sobre/320.webp' },
        { seed_count: 5, price: 0.01, stock: 0, discount: 0 },
      ],
    })
  })
  afterAll(() => shop.close())

  async function sheet(): Promise<string> {
    let text = ''
    for await (const part of exportProducts(shop.shop.db)) text += part
    return text
  }
  const tryOut = (text: string) => importProducts(shop.shop, { text, dryRun: true })
  const save = (text: string) => importProducts(shop.shop, { text, dryRun: false })
  const none = { problems: [], problemCount: 0, changes: [], unchanged: 0 }
  /** A sheet written by hand, with commas. */
  const rows = (...lines: string[]) => lines.join('\n')
  const now = async (id = product.id): Promise<Product> =>
    (await (await shop.signIn({ admin: true })).get(`/products/${id}/`)).body as Product
  const counts = async () => ({
    activity: (await shop.shop.db.selectFrom('activity_log').select('id').execute()).length,
    products: await shop.shop.db.selectFrom('products').select(['id', 'version']).orderBy('id').execute(),
    movements: (await shop.shop.db.selectFrom('stock_movements').select('id').execute()).length,
  })

  it('warns of a price of 0, which is shown and cannot be bought', async () => {
    const { changes } = await tryOut(rows('Nombre,Tipo,Semillas,Precio,Stock', 'Sin Precio,fem,3,0,5'))
    expect(changes[0]?.facts.at(-1)).toMatch(
      /precio \$\u00a00.*\(sin precio: se muestra y no se puede comprar\)$/,
    )
  })

  it('imports an unchanged export without a change, for any texts', async () => {
    const text = await sheet()
    expect(text.startsWith('\uFEFFID;Versión;SKU;Nombre;')).toBe(true)
    expect(text).toContain('18400,50')
    // No cell begins like a formula.
    expect(text.split(/[;\r\n]/).filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([])
    const before = await counts()
    expect(await save(text)).toEqual({ ...none, unchanged: before.products.length })
    expect(await counts()).toEqual(before)
    // As other programs write it: commas, line feeds, no byte order mark.
    const { default: Papa } = await import('papaparse')
    const cells = Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ';', newline: '\r\n' }).data
    const again = Papa.unparse(cells, { delimiter: ',', newline: '\n' })
    expect(await save(again)).toEqual({ ...none, unchanged: before.products.length })
    const tabs = Papa.unparse(cells, { delimiter: '\t', newline: '\r\n' })
    expect(await save(tabs)).toEqual({ ...none, unchanged: before.products.length })
  })

  it('saves prices to the centavo with version, activity and ledger; a dry run saves nothing', async () => {
    const [three, five] = product.blisters
    const before = await now()
    const text = rows(
      'ID;ID presentación;Precio;Stock;Descuento %',
      `${product.id};${three?.id};18.400,07;12;`,
      `${product.id};${five?.id};$ 25000;4;10 %`,
    )
    const changes = [
      {
        id: product.id,
        name: product.name,
        facts: [
          'Precio (3 semillas): $\u00a018.400,50 → $\u00a018.400,07',
          'Stock (3 semillas): 10 → 12',
          'Precio (5 semillas): $\u00a00,01 → $\u00a025.000',
          'Descuento % (5 semillas): 0 → 10',
          'Stock (5 semillas): 0 → 4',
        ],
      },
    ]
    const untouched = await counts()
    expect(await tryOut(text)).toEqual({ ...none, changes })
    expect(await counts()).toEqual(untouched)
    expect(await save(text)).toEqual({ ...none, changes })
    const after = await now()
    expect(after).toMatchObject({
      version: (before.version ?? 0) + 1,
      description: before.description,
      blisters: [
        { price: 18_400.07, stock: 12, discount: 12.5, image: '/media/product/sobre/320.webp' },
        { price: 25_000, stock: 4, discount: 10, final_price: 22_500 },
      ],
    })
    expect((await counts()).activity).toBe(untouched.activity + 1)
    for (const { id, stock } of after.blisters) expect(await shop.ledgerOf(id)).toBe(stock)
    expect(await save(text)).toMatchObject({ changes: [], unchanged: 1 })
  })

  it('names the admin in the log, if given', async () => {
    const admin = await shop.signIn({ admin: true, username: 'jardinera' })
    await shop.signIn({ username: 'ana' })
    const importAs = (username: string, text: string) =>
      VERBS['import products'](shop.shop, { text, dryRun: false, username })
    const tea = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 100, stock: 10 }] })
    const priced = (price: number) => `ID,ID presentación,Precio\n${tea.id},${tea.blisters[0]?.id},${price}`
    const last = async () =>
      (await admin.get(`/activity-logs/?entity=product&entity_id=${tea.id}`)).body.results[0]
    await importAs('Jardinera', priced(200))
    const changes = { [`blisters.${tea.blisters[0]?.id}.price`]: { before: 100, after: 200 } }
    expect(await last()).toMatchObject({ user: 'jardinera', by_sheet: true })
    expect((await last()).changes).toEqual(changes)
    await save(priced(300))
    expect(await last()).toMatchObject({ user: 'Sistema', by_sheet: true })
    await expect(importAs('ana', priced(400))).rejects.toThrow('ningún administrador con el usuario ana')
    expect((await now(tea.id)).blisters[0]?.price).toBe(300)
  })

  it('keeps units sold since the export, and refuses a sheet older than a save', async () => {
    const tea = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 100, stock: 10 }] })
    const head = 'ID,Versión,ID presentación,Stock,Stock al exportar'
    const blister_id = tea.blisters[0]?.id ?? 0
    const text = rows(head, `${tea.id},${tea.version},${blister_id},15,10`)
    const customer = await shop.signIn()
    const sold = orderOf({ product_id: tea.id, blister_id, quantity: 4, name: tea.name })
    expect((await customer.post('/orders/', sold)).status).toBe(201)
    expect((await save(text)).changes[0]?.facts).toEqual(['Stock (3 semillas): 6 → 11'])
    expect(await shop.stockOf(blister_id)).toBe(11)
    // The same sheet again would add the same five units again.
    expect((await save(text)).problems).toEqual([
      { row: 2, text: expect.stringContaining('se guardó después de exportar la planilla (versión 2)') },
    ])
    const tooMuch = rows(head, `${tea.id},2,${blister_id},0,14`)
    expect((await save(tooMuch)).problems).toEqual([
      { row: 2, text: expect.stringContaining('ahora quedan 11') },
    ])
    expect(await shop.stockOf(blister_id)).toBe(11)
    expect(await shop.ledgerOf(blister_id)).toBe(11)
  })

  it('adds products and presentations, and finds a product by its SKU', async () => {
    const text = rows(
      'SKU,Nombre,Tipo,Marca,Semillas,Precio,Stock',
      `N-1,Nueva,automática,"Ñandú; ""Seeds""",3,100,5`,
      `N-1,Nueva,automática,"Ñandú; ""Seeds""",5,150,5`,
      `,Gorra,MERCHANDISING,,1,9000,2`,
    )
    const { problems, changes } = await save(text)
    expect(problems).toEqual([])
    expect(changes).toMatchObject([
      { name: 'Nueva', id: null },
      { name: 'Gorra', id: null },
    ])
    const more = await save(rows('SKU,Semillas,Precio,Stock', 'N-1,5,160,5', 'N-1,10,300,1'))
    expect(more.problems).toEqual([])
    expect(more.changes[0]?.facts).toEqual([
      'Precio (5 semillas): $\u00a0150 → $\u00a0160',
      'Presentación nueva: 10 semillas, precio $\u00a0300, descuento 0 %, stock 1',
    ])
    const added = await now(more.changes[0]?.id ?? 0)
    expect(added.blisters.map(({ price }) => price)).toEqual([100, 160, 300])
    expect(added.brand).toBe('Ñandú; "Seeds"')
  })

  it('reports all problems, row by row, and saves nothing', async () => {
    const before = await counts()
    const head = 'ID,ID presentación,SKU,Nombre,Tipo,Marca,Semillas,Precio,Stock,Disponible'
    const [three] = product.blisters
    const { problems } = await save(
      rows(
        head,
        `,,X-1,Buena,fem,,3,100,1,sí`,
        `999999,,,Nadie,fem,,3,100,1,sí`,
        `,,X-2,Cara,fem,,3,"1,234.50",1,sí`,
        `,,X-3,Rara,planta,,3,100,1,sí`,
        `,,X-4,Negativa,fem,,3,-5,1,sí`,
        `,,X-5,Fracción,fem,,3,100,"1,5",sí`,
        `,,X-6,Sin marca,fem,No existe,3,100,1,sí`,
        `,,X-7,Quizás,fem,,3,100,1,tal vez`,
        `,,X-8,Cero,fem,,0,100,1,sí`,
        `,,X-9,Gorra doble,merch,,1,100,1,sí`,
        `,,X-9,Gorra doble,merch,,1,200,1,sí`,
        `,,,"${'larga '.repeat(40)}",fem,,3,100,1,sí`,
        `${product.id},${(three?.id ?? 0) + 77_777},,,,,3,1,1,sí`,
        `,,,Buena,fem,,3,18.4.00,1,sí`,
        `,,X-10,,fem,,3,100,1,sí`,
        `,,X-11,Semilla,fem,,,100,1,sí`,
        `,,X-12,Milésimas,fem,,3,"1,005",1,sí`,
        `,,X-10,Otra,fem,,5,100,1,sí`,
      ),
    )
    const said = new Map<number, string>()
    for (const { row, text } of problems)
      said.set(row, [said.get(row), text].filter((each) => each !== undefined).join('; '))
    expect([...said.keys()]).toEqual(Array.from({ length: 17 }, (_, n) => n + 3))
    expect(said.get(3)).toContain('No hay ningún producto con ID 999999')
    expect(said.get(4)).toContain('Precio se puede leer de dos maneras')
    expect(said.get(5)).toBe('El tipo de producto es requerido')
    expect(said.get(6)).toContain('Precio debe ser un número')
    expect(said.get(7)).toContain('Stock debe ser un número entero')
    expect(said.get(8)).toContain('No existe la marca «No existe»')
    expect(said.get(9)).toContain('Disponible debe ser sí o no')
    expect(said.get(10)).toBe('La cantidad de semillas debe ser al menos 1')
    for (const row of [11, 12]) expect(said.get(row)).toBe('El talle es requerido')
    expect(said.get(13)).toBe('El nombre no puede superar los 100 caracteres')
    expect(said.get(14)).toContain('no es de este producto')
    expect(said.get(15)).toContain('Precio')
    expect(said.get(16)).toBe('El nombre es requerido')
    expect(said.get(17)).toContain('Falta el ID de la presentación o la cantidad de semillas')
    expect(said.get(18)).toContain('Precio')
    expect(said.get(19)).toBe('«Nombre» dice otra cosa que en la fila 16, que es del mismo producto')
    expect(await counts()).toEqual(before)
  })

  it.each([
    ['Precio', ['"12,500.50"', '"12,500"', '"18400,505"', '18400.5051', '1e-7', '-1', '"0,0000001"']],
    ['Descuento %', ['"99,995"', '99.995', '1e-7', '-1', '"0,001"']],
    ['Sativa %', ['"33,333"', '1e-7', '-1']],
  ])('never rounds: %s', async (header, cells) => {
    const before = await counts()
    const price = header === 'Precio' ? '' : ',Precio'
    const { problems } = await save(
      rows(
        `SKU,Nombre,Tipo,Semillas,Stock,${header}${price}`,
        ...cells.map((cell, n) => `R-${n},Nueva ${n},fem,3,1,${cell}${price && ',100'}`),
      ),
    )
    expect(problems.map(({ row, text }) => [row, text.split(/ (?:debe|se puede) /, 1)[0]])).toEqual(
      cells.map((_, n) => [n + 2, header]),
    )
    expect(await counts()).toEqual(before)
  })

  it('offers the two readings of a price', async () => {
    const { problems } = await save(
      rows('SKU,Nombre,Tipo,Semillas,Stock,Precio', 'D-1,Doble,fem,3,1,"12,500.50"'),
    )
    expect(problems.map(({ text }) => text)).toEqual([
      'Precio se puede leer de dos maneras: ¿12.500,50 o 12,50?: «12,500.50»',
    ])
  })

  it('counts all problems and reports those of the first hundred rows, whichever check finds them', async () => {
    // The rows fail in turn for a cell, an unknown product and the schema.
    const wrong = [',N,fem,3,1,mucho', '999999,N,fem,3,1,100', ',N${row},planta,3,1,100']
    const lines = Array.from({ length: 999 }, (_, n) => (wrong[n % 3] ?? '').replace('${row}', String(n)))
    const text = rows('ID,Nombre,Tipo,Semillas,Stock,Precio', ...lines)
    const { problems, problemCount, changes } = await save(text)
    expect(problemCount).toBe(999)
    expect(problems.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2))
    expect(new Set(problems.map(({ text }) => text)).size).toBe(3)
    expect(changes).toEqual([])
    const quotes = await save(rows('Nombre,Tipo', ...Array.from({ length: 999 }, () => '"N"o,"fem"')))
    expect(quotes.problemCount).toBe(1998)
    expect(quotes.problems).toHaveLength(100)
    expect(quotes.problems[99]).toEqual({ row: 51, text: expect.stringContaining('comillas') })
  })

  it('refuses ambiguous cells', async () => {
    const problem = async (...lines: string[]) => (await tryOut(rows(...lines))).problems
    expect(await problem('ID;Nombre;Notas', '1;a;b')).toEqual([
      { row: 1, text: 'No se conoce la columna «Notas»' },
    ])
    expect(await problem('ID;id', '1;1')).toEqual([{ row: 1, text: 'La columna «id» está repetida' }])
    expect(await problem('')).toEqual([{ row: 1, text: 'Falta la fila con los nombres de las columnas' }])
    expect((await problem('Nombre;Tipo', '"sin cerrar;fem'))[0]?.text).toContain('comillas')
    expect((await problem('Nombre;Tipo', 'a;fem;de más'))[0]?.text).toContain('más celdas que columnas')
    const one = `${product.id}`
    expect((await problem('ID;Genotipo;Semillas;Precio', `${one};A;3;1`, `${one};B;5;1`))[0]).toEqual({
      row: 3,
      text: '«Genotipo» dice otra cosa que en la fila 2, que es del mismo producto',
    })
    const name = product.name.replaceAll('"', '""')
    expect((await problem('Nombre;Tipo;Semillas', `"${name}";fem;3`))[0]?.text).toContain('poné su ID')
    expect(await problem('Nombre;Tipo;Semillas;Precio;Stock', 'Par;fem;3;1;1', 'Par;fem;3;2;1')).toEqual([
      { row: 3, text: expect.stringContaining('Es la misma presentación que la fila 2') },
    ])
    // A percentage has no thousands, and a thousand no leading zero.
    for (const discount of ['12.500', '150', '-1'])
      expect((await problem('ID;Semillas;Precio;Descuento %', `${one};3;1;${discount}`))[0]?.text).toContain(
        'Descuento % debe ser un porcentaje entre 0 y 100',
      )
    expect((await problem('ID;Semillas;Precio', `${one};3;0.500`))[0]?.text).toContain('¿500 o 0,50?')
    const single = await shop.hasProduct({ sku: 'SOLO-1' })
    expect((await tryOut(rows('SKU;Semillas;Precio', 'solo-1;3;7'))).changes.map(({ id }) => id)).toEqual([
      single.id,
    ])
    await shop.hasProduct({ sku: 'DOBLE' })
    await shop.hasProduct({ sku: 'DOBLE' })
    expect((await problem('SKU;Semillas;Precio', 'DOBLE;3;1'))[0]?.text).toContain(
      'Varios productos tienen el SKU',
    )
    const twice = `${one};${product.blisters[0]?.id};1`
    expect((await problem('ID;ID presentación;Precio', twice, twice))[0]?.text).toContain('está repetida')
  })
})
