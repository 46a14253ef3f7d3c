import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'

const DAY = 24 * 60 * 60_000

describe.each(engines)('limits of access requests on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1, trustProxy: '1' })
  })
  afterAll(() => shop.close())

  const ask = (email: string, address: string) =>
    shop.anonymous.post(
      '/auth/access-requests/',
      { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true },
      { 'x-forwarded-for': address },
    )

  it('are 10 a day for an address; a filled honeypot counts only for its own address', async () => {
    const left: number[] = []
    const trapped = {
      email: someone(),
      first_name: 'Ana',
      last_name: 'Paz',
      adult: true,
      terms: true,
      website: 'x',
    }
    const fill = () =>
      shop.anonymous.post('/auth/access-requests/', trapped, { 'x-forwarded-for': '10.7.7.7' })
    for (let hour = 0; hour < 3; hour += 1) {
      for (let i = 0; i < 5; i += 1)
        left.push((await ask(someone(), '10.8.8.8')).status, (await fill()).status)
      shop.clock.advance(61 * 60_000)
    }
    expect(left.filter((_, index) => index % 2 === 0)).toEqual([
      ...Array(10).fill(202),
      ...Array(5).fill(429),
    ])
    expect(left.filter((_, index) => index % 2 === 1)).toEqual([
      ...Array(10).fill(202),
      ...Array(5).fill(429),
    ])
    const { rows } = await sql<{ most: number }>`select max(failures)::int as most from throttles
      where window_started >= ${new Date(shop.clock.now().getTime() - DAY)}`.execute(shop.shop.db)
    // Of all: what the first address asked for.
    expect(rows[0]?.most).toBe(10)
  })

  it('allow twenty tries an hour for one invitation; a taken name costs no hashing', async () => {
    const { username } = await accountsIn(shop).hasAccount()
    const admin = await shop.signIn({ admin: true })
    const made = await admin.post('/auth/invitations/', { email: someone() })
    const token = made.body.address.split('#t=')[1]
    const passwords = { password: PASSWORD, password2: PASSWORD }
    const agreed = { first_name: 'Ana', last_name: 'Paz', adult: true, terms: true }
    const accept = (name: string) =>
      shop.anonymous.post('/auth/invitations/accept/', { token, username: name, ...passwords, ...agreed })
    const [taken, alike] = [await accept(username), await accept(username.replace('o', '0'))]
    expect([taken.status, alike.status]).toEqual([409, 409])
    expect(taken.body.errors.username).toEqual(['Ya existe una cuenta con ese nombre de usuario'])
    const statuses = []
    for (let i = 0; i < 19; i += 1) statuses.push((await accept(username)).status)
    expect(statuses).toEqual([...Array(18).fill(409), 429])
    expect((await accept('persona_libre')).status).toBe(429)
    shop.clock.advance(61 * 60_000)
    expect((await accept('persona_libre')).status).toBe(200)
  })

  it('are 3 a day for an e-mail and 5 an hour for an address', async () => {
    const { email: taken } = await accountsIn(shop).hasAccount()
    for (const email of ['libre@correo.example', taken]) {
      const replies = []
      for (let i = 0; i < 4; i += 1) replies.push((await ask(email, `10.0.${i}.${email.length}`)).status)
      expect(replies).toEqual([202, 202, 202, 429])
    }
    const replies = []
    for (let i = 0; i < 6; i += 1) replies.push(await ask(someone(), '10.9.9.9'))
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429])
    expect(replies.at(-1)?.headers).toHaveProperty('retry-after')
  })
})
