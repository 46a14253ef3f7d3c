import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(engines)("visitors' kept answers on %s", (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const LISTS = ['/products/', '/products/?page=1&page_size=1', '/brands/', '/banners/', '/settings/']
  const askAll = async () => {
    for (const list of LISTS) await shop.anonymous.get(list)
  }
  /** Whether all lists are still kept after a change; a count too, which a page of one needs. */
  async function areKept(change: () => Promise<unknown>): Promise<boolean> {
    // The notifications of earlier changes have arrived when nothing is asked any more.
    await vi.waitFor(async () => {
      await askAll()
      expect(await queriesOf(askAll)).toBe(0)
    })
    await change()
    return (await queriesOf(askAll)) === 0 && (await later(() => queriesOf(askAll))) === 0
  }
  async function queriesOf(work: () => Promise<void>): Promise<number> {
    const asking = vi.spyOn(shop.database.publicDb, 'selectFrom')
    await work()
    const count = asking.mock.calls.length
    asking.mockRestore()
    return count
  }
  const later = async <Result>(work: () => Promise<Result>) => {
    await shop.database.notify('test', '')
    await new Promise((resolve) => setTimeout(resolve, 100))
    return work()
  }
  const save = async (id: number, change: object) => {
    const product = (await admin.get(`/products/${id}/`)).body
    const blisters = product.blisters.map((blister: object) => ({ ...blister, ...change }))
    const saved = await admin.put(`/products/${id}/`, { ...product, ...change, blisters })
    expect(saved.status).toBe(200)
  }

  it('outlive a save of prices, which customers see immediately', async () => {
    const { id } = await shop.hasProduct({ blisters: [{ seed_count: 3, price: 1_000, stock: 50 }] })
    await shop.hasProduct()
    expect((await customer.get('/products/?discount=true&page=1&page_size=1')).body.count).toBe(0)
    expect(await areKept(() => save(id, { price: 2_000, discount: 10 }))).toBe(true)
    expect((await customer.get(`/products/${id}/`)).body.blisters[0]).toMatchObject({ price: 2_000 })
    expect((await customer.get('/products/?discount=true&page=1&page_size=1')).body.count).toBe(1)
  })

  it('outlive changes of hidden products, hidden banners and settings of the shop alone', async () => {
    const { id } = await shop.hasProduct({ available: false })
    expect(await areKept(() => save(id, { name: 'Oculto' }))).toBe(true)
    expect(await areKept(() => admin.patch(`/products/${id}/`, { highlighted: true }))).toBe(true)
    expect(await areKept(() => admin.delete(`/products/${id}/`))).toBe(true)
    expect(await areKept(() => shop.hasProduct({ available: false }))).toBe(true)
    expect(await areKept(() => admin.put('/settings/', { max_pending_orders: 7 }))).toBe(true)
  })

  it('outlive stock of hidden products, however it moves', async () => {
    const { id, blisters } = await shop.hasProduct({ available: false })
    const line = { product_id: id, blister_id: blisters[0]?.id ?? 0, quantity: 1 }
    const adjustment = { blister_id: line.blister_id, change: 1, reason: 'received' }
    expect(await areKept(() => admin.post('/stock/adjustments/', adjustment))).toBe(true)
    const body = { guest: { name: 'Ana' }, channel: 'fair', lines: [line] }
    let order = 0
    const place = async () => (order = (await admin.post('/orders/manual/', body)).body.id)
    expect(await areKept(place)).toBe(true)
    expect(await areKept(() => admin.patch(`/orders/${order}/`, { status: 'cancelled' }))).toBe(true)
    await admin.patch(`/products/${id}/`, { available: true })
    expect(await areKept(() => admin.post('/stock/adjustments/', adjustment))).toBe(false)
    expect(await areKept(place)).toBe(false)
    expect(await areKept(() => admin.patch(`/orders/${order}/`, { status: 'cancelled' }))).toBe(false)
  })

  it('end with every change that visitors see', async () => {
    const { id } = await shop.hasProduct()
    expect(await areKept(() => save(id, { description: 'Otra' }))).toBe(false)
    expect(await areKept(() => save(id, { stock: 3 }))).toBe(false)
    expect(await areKept(() => admin.patch(`/products/${id}/`, { highlighted: true }))).toBe(false)
    expect(await areKept(() => admin.patch(`/products/${id}/`, { available: false }))).toBe(false)
    expect(await areKept(() => admin.patch(`/products/${id}/`, { available: true }))).toBe(false)
    expect(await areKept(() => admin.put('/settings/', { tagline: 'Otro' }))).toBe(false)
    expect(await areKept(() => admin.delete(`/products/${id}/`))).toBe(false)
  })
})
