import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { accessIn, someone } from '../../../test/support/people/access-requests.ts'
import { accountsIn, PASSWORD } from '../../../test/support/people/accounts.ts'
import { takeNextMail } from '../mail/queries.ts'

const HOUR = 60 * 60_000

describe.each(enginesOf(import.meta.filename))('limits of access requests on %s', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1, trustProxy: '1' })
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())

  const { codeFor } = accessIn(() => ({ shop, admin: shop.anonymous }))
  const ask = (email: string, address: string) =>
    shop.anonymous.post(
      '/auth/access-requests/',
      { email, first_name: 'Ana', last_name: 'Paz', adult: true, terms: true },
      { 'x-forwarded-for': address },
    )

  const confirm = (email: string, code: string, address: string) =>
    shop.anonymous.post('/auth/access-requests/verify/', { email, code }, { 'x-forwarded-for': address })
  /** Together, as each answer waits; in the order of the alphabet. */
  const askedFrom = async (address: string, count: number, email = () => someone()) => {
    const asked = await Promise.all(
      times(count, 0).map(async () => {
        const { status, body } = await ask(email(), address)
        return status !== 202 ? String(status) : body.code_at === undefined ? 'at once' : 'later'
      }),
    )
    return asked.toSorted()
  }
  const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

  it('let the requests of one home wait above 20 a day, and refuse them above 40, while others ask', async () => {
    const home = await Promise.all([askedFrom('2001:db8:7:100::1', 10), askedFrom('2001:db8:7:1fe::1', 10)])
    expect(home.flat()).toEqual(times(20, 'at once'))
    expect(await askedFrom('2001:db8:7:123::1', 21)).toEqual(['429', ...times(20, 'later')])
    expect(await askedFrom('2001:db8:8::1', 2)).toEqual(times(2, 'at once'))
    expect(await askedFrom('192.0.2.1', 2)).toEqual(times(2, 'at once'))
  })

  it('let those of a /48 wait above 40 a day', async () => {
    const asked = await Promise.all(times(8, 0).map((_, n) => askedFrom(`2001:db8:9:${n}00::1`, 5)))
    expect(asked.flat()).toEqual(times(40, 'at once'))
    expect(await askedFrom('2001:db8:9:9900::1', 1)).toEqual(['later'])
  })

  it('do not count confirmed requests, however many people share an address', async () => {
    const address = '192.0.2.2'
    const askAndConfirm = async () => {
      const email = someone()
      expect((await ask(email, address)).body).not.toHaveProperty('code_at')
      const code = await codeFor(email)
      expect((await confirm(email, code, address)).body).toMatchObject({ state: 'waiting' })
    }
    for (let persons = 0; persons < 25; persons += 5) await Promise.all(times(5, 0).map(askAndConfirm))
  })

  it('mail the code of a request that waits when it says, and take it for a day', async () => {
    const address = '192.0.2.3'
    await askedFrom(address, 20)
    const email = someone()
    const { code_at: codeAt } = (await ask(email, address)).body
    expect(new Date(codeAt).getTime() - shop.clock.now().getTime()).toBeCloseTo(1.2 * HOUR, -4)
    const code = await codeFor(email)
    // A repeat leaves the code that is on its way as it is.
    await ask(email, '192.0.2.4')
    expect((await confirm(email, code, '192.0.2.5')).status).toBe(400)
    shop.clock.set(codeAt)
    expect((await takeNextMail(shop.shop.db, shop.clock.now(), shop.clock.now()))?.recipient).toBeDefined()
    shop.clock.advance(23 * HOUR)
    expect((await confirm(email, code, '192.0.2.5')).body).toMatchObject({ state: 'waiting' })
    const mails = await accountsIn(shop).mailsTo(email)
    expect(mails.map(({ body_text }) => body_text).join()).toContain('/registro#email=')
  })

  it('a filled honeypot counts only for its own address', async () => {
    const trapped = { first_name: 'Ana', last_name: 'Paz', adult: true, terms: true, website: 'x' }
    const fill = () =>
      shop.anonymous.post(
        '/auth/access-requests/',
        { ...trapped, email: 'ana@correo.example' },
        { 'x-forwarded-for': '10.7.7.7' },
      )
    for (const { body } of await Promise.all(times(20, 0).map(fill)))
      expect(body).not.toHaveProperty('code_at')
    expect((await fill()).body).toHaveProperty('code_at')
    expect(await askedFrom('10.8.8.8', 1, () => 'ana@correo.example')).toEqual(['at once'])
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

  it('let the fourth of a day for one e-mail wait, alike with and without an account', async () => {
    const { email: taken } = await accountsIn(shop).hasAccount()
    for (const email of ['libre@correo.example', taken]) {
      const asked = []
      for (let n = 0; n < 4; n += 1)
        asked.push(...(await askedFrom(`10.0.${n}.${email.length}`, 1, () => email)))
      expect(asked).toEqual(['at once', 'at once', 'at once', 'later'])
    }
  })
})
