import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { BLISTER, type SavedProduct, savedProduct, takeUnits } from '../../../test/support/products.ts'
import { inTransaction } from '../db/retry.ts'
import { returnStock, takeStock } from './catalog.ts'

describe.each(engines)('products on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  const hasProduct = (product?: Record<string, unknown>) => savedProduct(shop, admin, product)
  const take = (product: SavedProduct, quantity: number) => takeUnits(shop, product, quantity)

  describe('takeStock', () => {
    it('takes everything or nothing, and names all that is short', async () => {
      const plenty = await hasProduct({ name: 'Alcanza' })
      const few = await hasProduct({ name: 'Poca', blisters: [{ ...BLISTER, stock: 1 }] })
      const none = await hasProduct({ name: 'Nada', blisters: [{ ...BLISTER, stock: 0 }] })
      const lines = [few, none, plenty].map((product) => ({
        productId: product.id,
        blisterId: product.blisters[0]?.id ?? 0,
        quantity: 2,
      }))
      const cause = { reason: 'order' as const, orderId: 1, userId: null, at: shop.clock.now() }
      await expect(
        inTransaction(shop.shop.db, (tx) => takeStock(tx, { lines, ...cause })),
      ).rejects.toMatchObject({
        code: 'OUT_OF_STOCK',
        message:
          'No hay suficiente stock de Poca. Stock disponible: 1. No hay suficiente stock de Nada. Stock disponible: 0',
        facts: {
          lines: [
            { name: 'Poca', available: 1 },
            { name: 'Nada', available: 0 },
          ],
        },
      })
      for (const { blisterId } of lines)
        expect(await shop.stockOf(blisterId)).toBe(await shop.ledgerOf(blisterId))
      expect(await shop.stockOf(plenty.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('is undone by returnStock, ledger included, also when the presentation is gone', async () => {
      const product = await hasProduct()
      const blisterId = product.blisters[0]?.id ?? 0
      await take(product, 3)
      await admin.delete(`/products/${product.id}/`)
      await inTransaction(shop.shop.db, (tx) =>
        returnStock(tx, {
          lines: [{ blisterId, quantity: 3 }],
          reason: 'cancelled',
          orderId: 1,
          userId: null,
          at: shop.clock.now(),
        }),
      )
      expect([await shop.stockOf(blisterId), await shop.ledgerOf(blisterId)]).toEqual([3, 3])
    })

    it('sells the last units once, however many want them', async () => {
      for (const stock of [1, 10, 37]) {
        const product = await hasProduct({ blisters: [{ ...BLISTER, stock }] })
        const results = await Promise.allSettled(Array.from({ length: 100 }, () => take(product, 1)))
        const sold = results.filter(({ status }) => status === 'fulfilled').length
        const reasons = results.flatMap((result) =>
          result.status === 'rejected' ? [result.reason.code] : [],
        )
        expect(sold).toBe(stock)
        expect(new Set(reasons)).toEqual(new Set(['OUT_OF_STOCK']))
        const id = product.blisters[0]?.id ?? 0
        expect([await shop.stockOf(id), await shop.ledgerOf(id)]).toEqual([0, 0])
      }
    })

    it('never loses a sale to a save, nor a save to a sale', async () => {
      const read = await hasProduct({ blisters: [{ ...BLISTER, stock: 100 }] })
      const { version: _, ...form } = read
      const save = () =>
        admin.put(`/products/${read.id}/`, {
          ...form,
          blisters: [{ ...read.blisters[0], stock: 101, stock_loaded: 100 }],
        })
      const [saves] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, save)),
        Promise.all(Array.from({ length: 40 }, () => take(read, 1))),
      ])
      expect(saves.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
      const id = read.blisters[0]?.id ?? 0
      expect([await shop.stockOf(id), await shop.ledgerOf(id)]).toEqual([70, 70])
    })
  })
})
