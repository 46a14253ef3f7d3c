import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { createAccount } from '../users/users.ts'

/** Rows of the log are never deleted, so what writes them has an end a day. */
describe('the rows of the log that one account can write in a day', () => {
  let shop: TestShop
  let customer: Client
  beforeAll(async () => {
    // A hundred changes and sign-ins a day.
    shop = await openShop('embedded', { rateLimitFactor: 0.1 })
    shop.clock.set('2026-11-20T15:00:00Z')
    customer = await shop.signIn()
  })
  afterAll(() => shop.close())

  const rows = async (action: 'update' | 'login', userId = customer.user?.id) => {
    const { length } = await shop.shop.db
      .selectFrom('activity_log')
      .select('id')
      .where('action', '=', action)
      .where('user_id', '=', userId ?? 0)
      .execute()
    return length
  }
  const rename = (client: Client, n: number) =>
    client.put('/auth/profile/', { first_name: `Ana ${n}`, last_name: 'Paz' })

  it('end with its changes of an hour and of a day, while it reads and stays signed in', async () => {
    const statuses = []
    for (let n = 0; n < 35; n += 1) {
      statuses.push((await rename(customer, n)).status)
      shop.clock.advance(10_000)
    }
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(30)).toEqual([429, 429, 429, 429, 429])
    for (let n = 0; n < 100; n += 1) {
      shop.clock.advance(10 * 60_000)
      await rename(customer, 100 + n)
    }
    expect(await rows('update')).toBe(100)
    const refused = await rename(customer, 0)
    expect([refused.status, Number(refused.headers['retry-after']) > 3_600]).toEqual([429, true])
    expect((await customer.get('/auth/profile/')).status).toBe(200)
    expect((await customer.post('/auth/logout/', {})).status).not.toBe(429)
  })

  it('do not end for staff', async () => {
    const owner = await shop.signIn({ admin: true })
    for (let n = 0; n < 120; n += 1) {
      shop.clock.advance(60_000)
      expect((await rename(owner, n)).status).toBe(200)
    }
  })

  it('end with its sign-ins of a day, also by the right password', async () => {
    const { id, username } = await createAccount(shop.shop, {
      username: 'cata',
      email: 'cata@correo.example',
      password: 'Brote2026',
      is_staff: false,
      is_superuser: false,
      email_verified: true,
      createdBy: null,
    })
    const statuses = []
    for (let n = 0; n < 101; n += 1) {
      shop.clock.advance(60_000)
      const typed = { username_or_email: username, password: 'Brote2026' }
      statuses.push((await shop.anonymous.post('/auth/login/', typed)).status)
    }
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true)
    expect(statuses[100]).toBe(429)
    expect(await rows('login', id)).toBe(100)
  })
})
