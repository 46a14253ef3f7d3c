import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { sendMails } from '../../../../test/support/sales/mails.ts'
import { expectStock, logOfOrder, onSale, placed } from '../../../../test/support/sales/orders.ts'
import { saveSettings } from '../../settings/settings.ts'
import { expireOrders } from './expiry.ts'

const ROUNDS = 15

/** PostgreSQL only: the embedded database is one session, without races. */
describe('reservation expiry during other changes', () => {
  let one: TestShop
  /** Another instance of the shop. */
  let two: TestShop
  let admin: Client
  let customer: Client

  beforeAll(async () => {
    one = await openShop('postgres')
    two = await openShop('postgres', { database: one.database })
    admin = await one.signIn({ admin: true })
    customer = await one.signIn()
    await saveSettings({ shop: one.shop, body: { pending_expiry_days: 3 } })
  })
  afterAll(() => one.close())

  const setClocks = (time: string) => [one, two].forEach((shop) => shop.clock.set(time))
  const read = async (id: number) => (await admin.get(`/orders/${id}/`)).body

  /** Warned, and over in a moment. */
  async function almostOver() {
    setClocks('2026-11-20T15:00:00Z')
    const item = await onSale(one)
    const { id } = await placed(customer, item)
    setClocks('2026-11-22T16:00:00Z')
    await expireOrders(one.shop)
    await sendMails(one)
    setClocks('2026-11-24T03:00:00Z')
    return { item, id }
  }
  const run = () => Promise.all([expireOrders(one.shop), expireOrders(two.shop)])
  const movements = (id: number) =>
    one.shop.db
      .selectFrom('stock_movements')
      .select('change')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()

  it('two instances warn once and cancel once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      setClocks('2026-11-20T15:00:00Z')
      const item = await onSale(one)
      const { id } = await placed(customer, item)
      setClocks('2026-11-22T16:00:00Z')
      await run()
      await sendMails(one)
      setClocks('2026-11-24T03:00:00Z')
      await run()
      await expectStock(one, item, 10)
      const about = (await one.mails()).filter(
        ({ subject, recipient }) => subject.includes(`#${id}`) && recipient === customer.user?.email,
      )
      expect(about.map(({ subject }) => subject)).toEqual([
        `Recibimos tu pedido #${id}`,
        `Tu reserva del pedido #${id} vence el 23 de noviembre`,
        `Venció la reserva de tu pedido #${id}`,
      ])
    }
  })

  it('a payment keeps the order, or comes after its end and is to be given back', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { item, id } = await almostOver()
      const payment = { amount: 500, method: 'cash', paid_on: '2026-11-23' }
      const [paid] = await Promise.all([admin.post(`/orders/${id}/payments/`, payment), run()])
      expect(paid.status).toBe(201)
      const { status, next_action } = await read(id)
      const isOver = status === 'cancelled'
      await expectStock(one, item, isOver ? 10 : 8)
      expect(next_action).toBe(isOver ? 'refund' : 'prepare')
      // Newest first: nothing cancels an order that is paid.
      expect((await logOfOrder(admin, { id }))[0].description).toBe(`Pedido #${id}: pago anotado`)
    }
  })

  it('a cancellation by the customer and the end give the stock back once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { item, id } = await almostOver()
      const [cancelled] = await Promise.all([customer.put(`/orders/${id}/`, { status: 'cancelled' }), run()])
      expect([200, 409]).toContain(cancelled.status)
      expect((await read(id)).status).toBe('cancelled')
      await expectStock(one, item, 10)
      expect((await movements(id)).map(({ change }) => change)).toEqual([-2, 2])
    }
  })

  it('a reservation extended concurrently is not cancelled', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { item, id } = await almostOver()
      const [extended] = await Promise.all([
        admin.put(`/orders/${id}/expiry/`, { expires_on: '2026-12-01' }),
        run(),
      ])
      const { status } = await read(id)
      expect([extended.status, status]).toEqual(
        extended.status === 200 ? [200, 'pending'] : [409, 'cancelled'],
      )
      await expectStock(one, item, status === 'cancelled' ? 10 : 8)
    }
  })
})
