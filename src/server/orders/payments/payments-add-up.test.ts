import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toCentavos } from '../../../contract/money.ts'
import type { AdminOrder } from '../../../contract/orders/orders.ts'
import { checkShop } from '../../operator/commands/check.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../../test/support/sales/orders.ts'

/** Repeatable: the same seed gives the same run. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe.each(enginesOf(import.meta.filename))('payments add up, on %s', (engine) => {
  let shop: TestShop
  let admin: Client

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
  })
  afterAll(() => shop.close())

  // The sums are made by the same verbs: one run shows that they hold on the embedded database too.
  it.each(engine === 'postgres' ? [1, 2, 3, 4] : [1])(
    'random payments, refunds, voids and edited lines, run %d',
    async (seed) => {
      const random = randomOf(seed)
      const lines = [await onSale(shop, 50), await onSale(shop, 50)]
      const { id } = await placed(await shop.signIn(), ...lines)
      /** Valid payments by id, in centavos. */
      const noted = new Map<number, number>()
      const paid = () => [...noted.values()].reduce((sum, amount) => sum + amount, 0)
      const read = async () => (await admin.get(`/orders/${id}/`)).body as AdminOrder

      const note = async (kind: 'payment' | 'refund') => {
        const centavos = 1 + random(90_000)
        const body = { kind, amount: centavos / 100, method: 'cash', paid_on: '2026-01-02' }
        const reply = await admin.post(`/orders/${id}/payments/`, body)
        expect(reply.status).toBe(kind === 'refund' && centavos > paid() ? 409 : 201)
        if (reply.status !== 201) return
        const last = (reply.body as AdminOrder).payments.at(-1)
        noted.set(last?.id ?? 0, kind === 'payment' ? centavos : -centavos)
      }
      const undo = async () => {
        const ids = (await read()).payments.map((payment) => payment.id)
        const one = ids[random(ids.length)]
        if (one === undefined) return
        const isLeft = noted.has(one) && paid() - (noted.get(one) ?? 0) >= 0
        const reply = await admin.post(`/orders/${id}/payments/${one}/void/`, { reason: 'x' })
        expect(reply.status).toBe(isLeft ? 200 : 409)
        if (isLeft) noted.delete(one)
      }
      const edit = async () => {
        const order_products = lines.map((line) => ({ ...line, quantity: 1 + random(9) }))
        expect((await admin.put(`/orders/${id}/`, { order_products })).status).toBe(200)
      }
      const steps = [() => note('payment'), () => note('payment'), () => note('refund'), undo, edit]
      for (let step = 0; step < 40; step += 1) {
        await steps[random(steps.length)]?.()
        const order = await read()
        expect(toCentavos(order.paid_total)).toBe(paid())
        expect(toCentavos(order.balance)).toBe(toCentavos(order.total) - paid())
      }
    },
  )

  it('check reports a wrong sum', async () => {
    const { id } = await placed(await shop.signIn(), await onSale(shop))
    const book = async () =>
      (await checkShop(shop.shop.db, shop.shop.files)).find(({ what }) => what.startsWith('Cobrado'))
    expect((await book())?.wrong).toEqual([])
    await shop.shop.db.updateTable('orders').set({ paid_total: 7 }).where('id', '=', id).execute()
    expect((await book())?.wrong).toEqual([`Pedido ${id}: cobrado 7, pagos 0 (centavos)`])
  })
})
