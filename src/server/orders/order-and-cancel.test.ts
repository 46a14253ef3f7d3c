import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'

describe.each(engines)('ordering and cancelling again and again on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
  })
  afterAll(() => shop.close())

  const mailsToShop = async () =>
    (await shop.mails()).filter(({ recipient }) => recipient.startsWith('pedidos@')).length

  it('mails the shop three times an hour; other customers are not affected', async () => {
    const [ana, beto] = [await shop.signIn(), await shop.signIn()]
    const item = await onSale(shop, 100)
    for (let n = 0; n < 8; n++) {
      const order = await placed(ana, item)
      await ana.put(`/orders/${order.id}/`, { status: 'cancelled' })
    }
    expect(await mailsToShop()).toBe(3)
    await placed(beto, item)
    expect(await mailsToShop()).toBe(4)
    shop.clock.advance(61 * 60_000)
    await placed(ana, item)
    expect(await mailsToShop()).toBe(5)
  })
})
