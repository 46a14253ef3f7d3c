import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { exportProducts, importProducts } from './import-products.ts'

describe.each(enginesOf(import.meta.filename))('sizes in a sheet on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine)
  })
  afterAll(() => shop.close())

  const save = (...lines: string[]) => importProducts(shop.shop, { text: lines.join('\n'), dryRun: false })
  async function named(name: string): Promise<Product> {
    return [(await shop.anonymous.get(`/products/?search=${name}`)).body].flat()[0]
  }
  const stocks = ({ blisters }: Product) =>
    Object.fromEntries(blisters.map((each) => [each.size, each.stock]))

  it('are a column: rows of a product are its sizes, found again by their size', async () => {
    const head = 'SKU,Nombre,Tipo,Talle presentación,Precio,Stock'
    const made = await save(head, 'R-1,Remera,merch,M,100,4', 'R-1,Remera,merch,S,100,2')
    expect(made.problems).toEqual([])
    expect(made.changes[0]?.facts).toContain(
      'Presentación nueva: talle M, precio $\u00a0100, descuento 0 %, stock 4',
    )
    const shirt = await named('remera')
    expect(stocks(shirt)).toEqual({ S: 2, M: 4 })

    const again = await save('SKU,Talle presentación,Precio,Stock', 'R-1, m ,120,5', 'R-1,XL,120,1')
    expect(again.problems).toEqual([])
    expect(again.changes[0]?.facts).toContain('Stock (talle M): 4 → 5')
    expect(stocks(await named('remera'))).toEqual({ S: 2, m: 5, XL: 1 })
  })

  it('stay in sheets without the column or with an empty cell, and in an unchanged export', async () => {
    const cap = await shop.hasProduct({
      name: 'Gorra',
      type: 'merch',
      blisters: ['M', 'L'].map((size) => ({ seed_count: 1, size, price: 10, stock: 1 })),
    })
    const [one] = cap.blisters
    const old = await save('ID,ID presentación,Semillas,Precio', `${cap.id},${one?.id},1,11`)
    expect([old.problems, old.changes[0]?.facts]).toEqual([[], [expect.stringContaining('Precio (talle M)')]])
    const empty = await save('ID,ID presentación,Talle presentación,Precio', `${cap.id},${one?.id},,12`)
    expect(empty.problems).toEqual([])
    expect(stocks(await named('gorra'))).toEqual({ M: 1, L: 1 })
    for (const head of ['ID,Semillas,Precio', 'ID,Descuento %,Precio'])
      expect((await save(head, `${cap.id},1,12`)).problems).toEqual([
        { row: 2, text: 'Falta el ID de la presentación o el talle' },
      ])

    let text = ''
    for await (const part of exportProducts(shop.shop.db)) text += part
    expect((await save(text)).changes).toEqual([])
  })

  it('are refused twice in a sheet, and left out of seeds', async () => {
    const head = 'Nombre,Tipo,Semillas,Talle presentación,Precio,Stock'
    const twice = await save(head, 'Taza,merch,1,L,9,1', 'Taza,merch,1,l,9,1')
    expect(twice.problems).toMatchObject([
      { row: 3, text: expect.stringContaining('Es la misma presentación que la fila 2') },
    ])
    const none = await save(head, 'Taza,merch,1,L,9,1', 'Taza,merch,2,,9,1')
    expect(none.problems).toEqual([{ row: 3, text: 'El talle es requerido' }])
    const seeds = await save(head, 'Puna,fem,3,M,9,1', 'Puna,fem,5,M,9,1')
    expect(seeds.problems).toEqual([])
    expect((await named('puna')).blisters.map(({ size }) => size)).toEqual(['', ''])
  })
})
