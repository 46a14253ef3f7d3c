import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitorClaim } from '../../../test/support/sales/claims.ts'
import { type Client, enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'

describe.each(enginesOf(import.meta.filename))('the search among claims on %s', (engine) => {
  let shop: TestShop
  let admin: Client
  let id: number
  let ofAccount: number

  beforeAll(async () => {
    shop = await openShop(engine)
    shop.clock.set('2026-11-21T02:30:00Z')
    admin = await shop.signIn({ admin: true })
    const filed = await shop.anonymous.post('/warranty-claims/', {
      ...(await visitorClaim(shop)),
      name: 'Ana Suárez',
      email: 'ana_s@example.com',
      product_name: 'Ñandú 100%',
      order_number: 'A-77',
    })
    expect(filed.status).toBe(201)
    id = filed.body.id
    expect((await shop.anonymous.post('/warranty-claims/', await visitorClaim(shop))).status).toBe(201)
    // Its usual address, of random digits, may have the 77 of a-77.
    const customer = await shop.signIn({ email: 'carla@correo.example' })
    const phone = '3515554444'
    await shop.shop.db
      .updateTable('users')
      .set({ phone })
      .where('id', '=', customer.user?.id ?? 0)
      .execute()
    ofAccount = (await customer.post('/warranty-claims/', await visitorClaim(shop))).body.id
  })
  afterAll(() => shop.close())

  it.each(['suarez', 'SUÁREZ', 'ana_s@', 'nandu 100%', 'a-77'])('finds the claim by %s', async (words) => {
    const found = await admin.get(`/warranty-claims/?page=1&search=${encodeURIComponent(words)}`)
    expect(found.body.results.map((claim: { id: number }) => claim.id)).toEqual([id])
    expect(found.body.count).toBe(1)
  })

  it.each(['#', ''])('finds it by its number after "%s"', async (before) => {
    const found = await admin.get(`/warranty-claims/?page=1&search=${encodeURIComponent(before + id)}`)
    expect(found.body.results.map((claim: { id: number }) => claim.id)).toContain(id)
  })

  it.each(['+54 9 351 555-4444', '0351 15 555 4444', '5554444'])(
    'finds the claim of an account by its phone, %s',
    async (phone) => {
      const found = await admin.get(`/warranty-claims/?page=1&search=${encodeURIComponent(phone)}`)
      expect(found.body.results.map((claim: { id: number }) => claim.id)).toEqual([ofAccount])
    },
  )

  it.each(['anaXs@', 'zzzz', '100_'])('finds nothing for %s', async (words) => {
    const found = await admin.get(`/warranty-claims/?page=1&search=${encodeURIComponent(words)}`)
    expect(found.body).toMatchObject({ count: 0, results: [] })
  })
})
