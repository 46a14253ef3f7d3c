import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { hasPrices, pricesIn } from '../../../../test/support/sales/prices.ts'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { importProducts } from '../sheets/import-products.ts'

describe.each(enginesOf(import.meta.filename))('undoing a price run on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let auto: Product
  let fem: Product

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    ;({ auto, fem } = await hasPrices(shop))
  })

  const { preview, apply, run, undo, productOf, pricesOf, wrongBooks } = pricesIn(() => ({
    shop,
    admin,
    ids: [auto.id, fem.id],
  }))

  it('restores unchanged prices, once, and can be undone itself', async () => {
    const { id } = await run()
    const product = await productOf(auto)
    const blisters = product.blisters.map((each) =>
      each.seed_count === 9 ? { ...each, price: 60_000 } : each,
    )
    await admin.put(`/products/${auto.id}/`, { ...product, blisters })
    const headers = { 'idempotency-key': `undo-${engine}-${id}` }
    const reply = await undo(id, headers)
    expect(reply.status).toBe(201)
    expect(reply.body.run).toMatchObject({ kind: 'undo', undo_of: id, changed: 2, rule: null, filter: null })
    expect(reply.body.kept).toMatchObject([{ name: auto.name, seed_count: 9 }])
    expect((await undo(id, headers)).body).toEqual(reply.body)
    expect(await pricesOf(auto)).toEqual([
      [18_400, 10, 16_560],
      [0, 0, 0],
      [60_000, 0, 60_000],
    ])
    const again = await undo(id)
    expect([again.status, again.body.error]).toEqual([409, 'Ese cambio de precios ya está deshecho'])
    expect((await undo(reply.body.run.id)).status).toBe(201)
    expect((await pricesOf(auto))[0]).toEqual([20_600, 10, 18_540])
    expect((await undo(2_147_483_647)).status).toBe(404)
    expect(await wrongBooks()).toEqual([])
  })

  it('is refused when every price changed since', async () => {
    const { id } = await run()
    await run({ kind: 'amount', amount: 100 })
    const reply = await undo(id)
    expect([reply.status, reply.body.error]).toEqual([
      409,
      'No se deshace: todos esos precios cambiaron después',
    ])
  })

  it('of a sheet restores its prices, and leaves the rest of it', async () => {
    const [three] = auto.blisters
    const head = 'ID,ID presentación,Precio,Stock'
    const text = `${head}\n${auto.id},${three?.id},30000,4`
    await importProducts(shop.shop, { text, dryRun: false })
    const { body } = await admin.get('/price-runs/?page_size=1')
    expect(body.results[0]).toMatchObject({ kind: 'sheet', changed: 1, user: 'Sistema' })
    expect((await undo(body.results[0].id)).status).toBe(201)
    expect((await pricesOf(auto))[0]).toEqual([18_400, 10, 16_560])
    expect(await shop.stockOf(three?.id ?? 0)).toBe(4)
  })

  it('any run and its undo leave every price as it was', async () => {
    const rules = fc.oneof(
      fc.record({ kind: fc.constant('percent'), percent: fc.integer({ min: -50, max: 500 }) }),
      fc.record({ kind: fc.constant('amount'), amount: fc.integer({ min: -10_000, max: 1_000_000 }) }),
      fc.record({ kind: fc.constant('discount'), discount: fc.integer({ min: 0, max: 99 }) }),
    )
    const rounding = fc.record({
      round_to: fc.integer({ min: 1, max: 1000 }),
      rounding: fc.constantFrom('nearest', 'up', 'down'),
      minus: fc.constantFrom(0, 1, 10, 100),
    })
    await fc.assert(
      fc.asyncProperty(rules, rounding, async (step, how) => {
        const before = [await pricesOf(auto), await pricesOf(fem)]
        const rule = { ...step, ...how }
        const { body } = await preview(rule)
        if (body.count === 0) return
        const { id } = (await apply(body.token, rule)).body
        expect([await pricesOf(auto), await pricesOf(fem)]).not.toEqual(before)
        expect((await undo(id)).status).toBe(201)
        expect([await pricesOf(auto), await pricesOf(fem)]).toEqual(before)
      }),
      { numRuns: 15 },
    )
    expect(await wrongBooks()).toEqual([])
  }, 60_000)
})
