import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { type Item, onSale, placed, RECIPIENT } from '../../../../test/support/sales/orders.ts'
import { getSettings, saveSettings } from '../../settings/settings.ts'

describe.each(enginesOf(import.meta.filename))(
  'the most pending units of a presentation, on %s',
  (engine) => {
    let shop: TestShop
    let admin: Client
    let buyer: Client
    let item: Item

    beforeAll(async () => {
      shop = await openShop(engine)
      admin = await shop.signIn({ admin: true })
    })
    afterAll(() => shop.close())
    beforeEach(async () => {
      await saveSettings({ shop: shop.shop, body: { max_pending_units: 10, whatsapp: '5491123456789' } })
      buyer = await shop.signIn()
      item = await onSale(shop, 50)
    })

    const buys = (quantity: number) =>
      buyer.post('/orders/', { ...RECIPIENT, products: [{ ...item, quantity }] })

    it('is ten in a new shop', async () => {
      await shop.shop.db
        .deleteFrom('settings')
        .where('key', 'in', ['max_pending_units', 'pending_expiry_days'])
        .execute()
      expect(await getSettings(shop.shop.db)).toMatchObject({ max_pending_units: 10, pending_expiry_days: 7 })
    })

    it('counts all pending orders, and says how many more can be ordered', async () => {
      const { name } = (await admin.get(`/products/${item.product_id}/`)).body
      const rule = `Hasta 10 de ${name} X3 SEMILLAS por cliente, sumando tus pedidos pendientes`
      expect((await buys(6)).status).toBe(201)
      const refused = await buys(5)
      expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
      expect(refused.body.error).toBe(`${rule}: ahora podés pedir 4. Si querés más, escribinos por WhatsApp.`)
      expect((await buys(4)).status).toBe(201)
      await saveSettings({ shop: shop.shop, body: { whatsapp: '' } })
      expect((await buys(1)).body.error).toBe(`${rule}: ya los tenés. Si querés más, escribinos.`)
      expect(await shop.stockOf(item.blister_id)).toBe(40)
    })

    it('is of each presentation, and counts neither cancelled nor completed orders', async () => {
      const { id } = await placed(buyer, { ...item, quantity: 10 })
      expect((await buys(1)).status).toBe(409)
      await placed(buyer, { ...(await onSale(shop, 50)), quantity: 10 })
      await buyer.put(`/orders/${id}/`, { status: 'cancelled' })
      const again = await placed(buyer, { ...item, quantity: 10 })
      await admin.put(`/orders/${again.id}/`, { status: 'completed' })
      expect((await buys(10)).status).toBe(201)
    })

    it('does not limit what the shop enters, and does not count it', async () => {
      const lines = [{ ...item, quantity: 30 }]
      const entered = await admin.post('/orders/manual/', {
        customer_id: buyer.user?.id,
        channel: 'whatsapp',
        lines,
      })
      expect(entered.status).toBe(201)
      expect((await buys(10)).status).toBe(201)
    })

    it('says first that the stock is short', async () => {
      const reply = await buys(51)
      expect([reply.status, reply.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    })

    it('is off with 0', async () => {
      await saveSettings({ shop: shop.shop, body: { max_pending_units: 0 } })
      expect((await buys(25)).status).toBe(201)
      expect((await buys(25)).status).toBe(201)
    })
  },
)
