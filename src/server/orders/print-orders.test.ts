import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { onSale, placed } from '../../../test/support/sales/orders.ts'

describe.each(enginesOf(import.meta.filename))('GET /orders/print/, on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  let ids: number[]

  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    const item = await onSale(shop, 20)
    ids = []
    for (const _ of [1, 2, 3]) ids.push((await placed(customer, item)).id)
  })
  afterAll(() => shop.close())

  const print = (list: (number | string)[]) => admin.get(`/orders/print/?ids=${list.join()}`)

  it('returns the orders in the requested order, each once, with what is printed', async () => {
    const [one = 0, two = 0, three = 0] = ids
    const { status, body } = await print([three, one, two, three, one])
    expect(status).toBe(200)
    expect(body.orders.map(({ id }: { id: number }) => id)).toEqual([three, one, two])
    expect(body.orders[0]).toMatchObject({
      recipient_name: 'Ana Suárez',
      order_products: [{ quantity: 2, price_at_time: 1000 }],
    })
  })

  it('leaves out one that does not exist; 404 when none does', async () => {
    expect((await print([999_999, ...ids])).body.orders).toHaveLength(ids.length)
    const { status, body } = await print([999_999])
    expect([status, body.error]).toEqual([404, 'Pedido no encontrado'])
  })

  it('takes fifty, not fifty-one; a repeated one counts once', async () => {
    const first = ids[0] ?? 0
    const many = (count: number) => Array.from({ length: count }, (_, n) => 900_000 + n)
    expect((await print(many(50))).status).toBe(404)
    const refused = await print(many(51))
    expect([refused.status, refused.body.error]).toEqual([400, 'Se imprimen hasta 50 pedidos'])
    expect((await print(Array.from({ length: 60 }, () => first))).body.orders).toHaveLength(1)
  })

  it.each(['', 'x', '1,,2', '0', '-1', '1,2,', '1;2', '1e3', '99999999999'])('400 for «%s»', async (list) => {
    expect((await admin.get(`/orders/print/?ids=${encodeURIComponent(list)}`)).status).toBe(400)
  })

  it('is for roles that read orders, not for packers or customers', async () => {
    expect((await admin.get('/orders/print/')).body.error).toBe('Faltan los pedidos')
    for (const [role, status] of [
      ['sales', 200],
      ['read', 200],
      ['stock', 403],
    ] as const) {
      const other = await shop.signIn({ role })
      expect([role, (await other.get(`/orders/print/?ids=${ids[0]}`)).status]).toEqual([role, status])
    }
    expect((await customer.get(`/orders/print/?ids=${ids[0]}`)).status).toBe(403)
    expect((await shop.anonymous.get(`/orders/print/?ids=${ids[0]}`)).status).toBe(401)
  })
})
