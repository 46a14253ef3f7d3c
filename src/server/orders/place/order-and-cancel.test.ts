import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

describe.each(engines)('repeated ordering and cancelling on %s', (engine) => {
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

  it('does not count orders from before the clock was set back', async () => {
    const carla = await shop.signIn()
    const item = await onSale(shop, 100)
    for (let n = 0; n < 3; n++) {
      const order = await placed(carla, item)
      await carla.put(`/orders/${order.id}/`, { status: 'cancelled' })
    }
    const before = await mailsToShop()
    await sql`update orders set created_at = created_at + interval '1 day'`.execute(shop.shop.db)
    await placed(carla, item)
    expect(await mailsToShop()).toBe(before + 1)
  })
})
