import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

const blister = (stock: number) => [{ seed_count: 3, price: 5_000, stock, discount: 0 }]

describe.each(enginesOf(import.meta.filename))('GET /products/to-sow/ on %s', (engine) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(engine)
    await shop.hasProduct({ name: 'Zonda', type: 'auto', sowing: 'sep a ene', blisters: blister(2) })
    await shop.hasProduct({ name: 'Lapacho', type: 'fem', sowing: 'octubre', blisters: blister(2) })
    await shop.hasProduct({ name: 'Agotada', type: 'fem', sowing: 'octubre', blisters: blister(0) })
    await shop.hasProduct({
      name: 'Oculta',
      type: 'fem',
      sowing: 'octubre',
      available: false,
      blisters: blister(2),
    })
    await shop.hasProduct({ name: 'Remera', type: 'merch', blisters: blister(2) })
  })
  afterAll(() => shop.close())

  // By the day in Buenos Aires, where the month begins three hours later than in UTC.
  it.each([
    ['2026-10-15T12:00:00Z', 10, ['Lapacho', 'Zonda']],
    ['2026-11-01T02:30:00Z', 10, ['Lapacho', 'Zonda']],
    ['2026-11-01T03:30:00Z', 11, ['Zonda']],
    ['2027-01-20T12:00:00Z', 1, ['Zonda']],
    ['2027-06-20T12:00:00Z', 6, []],
  ])('lists at %s what has stock and is sown in month %d', async (at, month, names) => {
    shop.clock.set(at)
    const { status, body } = await shop.anonymous.get('/products/to-sow/')
    expect(status).toBe(200)
    expect(body.month).toBe(month)
    expect(body.products.map((product: { name: string }) => product.name)).toEqual(names)
    expect(JSON.stringify(body)).not.toContain('price')
  })

  it('shows customers the prices', async () => {
    shop.clock.set('2026-10-15T12:00:00Z')
    const customer = await shop.signIn()
    const { body } = await customer.get('/products/to-sow/')
    expect(body.products[0]).toMatchObject({
      sowing: 'Octubre',
      blisters: [{ price: 5_000, final_price: 5_000 }],
    })
  })
})
