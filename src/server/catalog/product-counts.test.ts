import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(engines)('the count of a page of products on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let customer: Client
  beforeAll(async () => {
    shop = await openShop(engine)
    admin = await shop.signIn({ admin: true })
    customer = await shop.signIn()
    for (let number = 0; number < 3; number++) await shop.hasProduct()
  })
  afterAll(() => shop.close())

  // A page that is not full tells its count itself, so pages of one are asked for.
  const countFor = async (who: Client) =>
    (await who.get('/products/?page=1&page_size=1')).body.count as number

  it('is right for an admin at once, whatever the admin did', async () => {
    const before = await countFor(admin)
    const product = await shop.hasProduct()
    expect(await countFor(admin)).toBe(before + 1)
    await admin.patch(`/products/${product.id}/`, { available: false })
    expect(await countFor(admin)).toBe(before + 1)
    await admin.delete(`/products/${product.id}/`)
    expect(await countFor(admin)).toBe(before)
  })

  it('is remembered for customers until something public changes, and leaves out what is hidden', async () => {
    const before = await countFor(admin)
    await vi.waitFor(async () => expect(await countFor(customer)).toBe(before))
    const product = await shop.hasProduct()
    await vi.waitFor(async () => expect(await countFor(customer)).toBe(before + 1))
    await admin.patch(`/products/${product.id}/`, { available: false })
    await vi.waitFor(async () => {
      expect(await countFor(customer)).toBe(before)
      expect(await countFor(shop.anonymous)).toBe(before)
    })
    expect(await countFor(admin)).toBe(before + 1)
  })

  it('is not asked of the database again while nothing changes', async () => {
    await countFor(customer)
    // Let the word of the last change arrive.
    await vi.waitFor(async () => {
      const counting = vi.spyOn(shop.shop.db, 'selectFrom')
      await countFor(customer)
      const asked = counting.mock.calls.length
      counting.mockRestore()
      // The products; not their count.
      expect(asked).toBe(1)
    })
  })
})
