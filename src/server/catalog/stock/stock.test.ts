import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import {
  BLISTER,
  type SavedProduct,
  savedProduct,
  takeUnits,
} from '../../../../test/support/sales/products.ts'
import { MAX_STOCK } from '../../../contract/limits.ts'
import { inTransaction } from '../../db/transaction.ts'
import { returnStock, takeStock } from '../catalog.ts'

describe.each(enginesOf(import.meta.filename))('products on %s', (engine) => {
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
    it('takes everything or nothing, and names everything short', async () => {
      const plenty = await hasProduct({ name: 'Alcanza' })
      const few = await hasProduct({ name: 'Poca', blisters: [{ ...BLISTER, stock: 1 }] })
      const none = await hasProduct({ name: 'Nada', blisters: [{ ...BLISTER, stock: 0 }] })
      const lines = [few, none, plenty].map((product) => ({
        product_id: product.id,
        blister_id: product.blisters[0]?.id ?? 0,
        quantity: 2,
      }))
      const cause = { reason: 'order' as const, orderId: 1, userId: null, at: shop.clock.now() }
      await expect(
        inTransaction(shop.database, (tx) => takeStock(tx, { lines, ...cause })),
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
      for (const { blister_id } of lines)
        expect(await shop.stockOf(blister_id)).toBe(await shop.ledgerOf(blister_id))
      expect(await shop.stockOf(plenty.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('is reversed by returnStock, with its ledger, also for a removed presentation', async () => {
      const product = await hasProduct()
      const blisterId = product.blisters[0]?.id ?? 0
      await take(product, 3)
      await admin.delete(`/products/${product.id}/`)
      await inTransaction(shop.database, (tx) =>
        returnStock(tx, {
          lines: [{ blister_id: blisterId, quantity: 3 }],
          reason: 'cancelled',
          orderId: 1,
          userId: null,
          at: shop.clock.now(),
        }),
      )
      expect([await shop.stockOf(blisterId), await shop.ledgerOf(blisterId)]).toEqual([3, 3])
    })

    it('is not returned past the maximum, and then nothing is', async () => {
      const full = await hasProduct({ blisters: [{ ...BLISTER, stock: MAX_STOCK }] })
      const low = await hasProduct()
      const lines = [low, full].map(({ blisters }) => ({ blister_id: blisters[0]?.id ?? 0, quantity: 1 }))
      const cause = { reason: 'cancelled' as const, orderId: 1, userId: null, at: shop.clock.now() }
      await expect(
        inTransaction(shop.database, (tx) => returnStock(tx, { lines, ...cause })),
      ).rejects.toMatchObject({ code: 'CONFLICT' })
      for (const { blister_id } of lines)
        expect(await shop.stockOf(blister_id)).toBe(await shop.ledgerOf(blister_id))
      expect(await shop.stockOf(low.blisters[0]?.id ?? 0)).toBe(10)
    })

    it('sells the last units once', async () => {
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

    it('loses neither a sale nor a save when both run concurrently', async () => {
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
