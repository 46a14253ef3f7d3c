import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { otherCode } from '../../../test/support/people/accounts.ts'
import { createAccount } from '../users/users.ts'
import { deleteOldCounters } from '../limits/counter-queries.ts'

const PASSWORD = 'Semilla2026'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(engines)('guessing on %s', (engine) => {
  let shop: TestShop
  let made = 0

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.shop.db.deleteFrom('throttles').execute())

  function hasAccount({ verified = true } = {}) {
    made += 1
    const username = `persona_${made}`
    const email = `${username}@correo.example`
    return createAccount(shop.shop, {
      username,
      email,
      password: PASSWORD,
      email_verified: verified,
      createdBy: null,
    })
  }

  /** From a new address each time, so that the limit of one address does not interfere. */
  function login(
    name: string,
    password: string,
    { device, address }: { device?: string; address?: string } = {},
  ) {
    made += 1
    return shop.app
      .inject({
        method: 'POST',
        url: '/api/auth/login/',
        remoteAddress: address ?? `10.0.${Math.floor(made / 250)}.${made % 250}`,
        payload: { username_or_email: name, password, ...(device && { device }) },
      })
      .then((reply) => ({ status: reply.statusCode, body: reply.json(), wait: reply.headers['retry-after'] }))
  }

  async function fails(
    name: string,
    times: number,
    how: Parameters<typeof login>[2] = {},
  ): Promise<number[]> {
    const statuses: number[] = []
    for (let failure = 0; failure < times; failure += 1)
      statuses.push((await login(name, 'otra-clave-1', how)).status)
    return statuses
  }

  const mailsTo = async (email: string) => (await shop.mails()).filter((mail) => mail.recipient === email)

  const resend = (email: string) => shop.anonymous.post('/auth/resend-verification/', { email })

  describe('POST /auth/login/', () => {
    it('delays by 1, 2, 4 … seconds after five failures, also for the right password, and never locks', async () => {
      const user = await hasAccount()
      expect(await fails(user.username, 5)).toEqual([401, 401, 401, 401, 401])
      for (const wait of [1, 2, 4, 8]) {
        expect(await login(user.username, PASSWORD)).toMatchObject({
          status: 429,
          body: { code: 'TOO_MANY_REQUESTS' },
          wait: String(wait),
        })
        shop.clock.advance(wait * 1_000 + 10)
        expect(await fails(user.username, 1)).toEqual([401])
      }
      shop.clock.advance(16_010)
      expect((await login(user.username, PASSWORD)).status).toBe(200)
    })

    it('never delays longer than 40 minutes', async () => {
      const user = await hasAccount()
      await fails(user.username, 5)
      for (let failure = 0; failure < 14; failure += 1) {
        shop.clock.advance(2_400_010)
        expect(await fails(user.username, 1)).toEqual([401])
      }
      expect((await login(user.username, PASSWORD)).wait).toBe('2400')
    })

    it('counts what is typed, so that the delay of a name does not tell whose e-mail an address is', async () => {
      const user = await hasAccount()
      const pairs = [
        [user.username, user.email],
        ['nadie_asi', 'nadie_asi@correo.example'],
        [user.username, 'nadie_asi@correo.example'],
      ] as const
      for (const [name, email] of pairs) {
        await shop.shop.db.deleteFrom('throttles').execute()
        expect(await fails(name, 6)).toEqual([401, 401, 401, 401, 401, 429])
        expect((await login(name.toUpperCase(), PASSWORD)).status).toBe(429)
        expect(await fails(email, 6)).toEqual([401, 401, 401, 401, 401, 429])
      }
    })

    it('keeps the delay when the owner signs in, or it would tell that there is an owner', async () => {
      const user = await hasAccount()
      const waits: unknown[] = []
      for (const [name, status] of [
        [user.username, 200],
        ['nadie_asi', 401],
      ] as const) {
        await fails(name, 5)
        shop.clock.advance(1_010)
        expect((await login(name, PASSWORD)).status).toBe(status)
        if (status === 200) expect(await fails(name, 1)).toEqual([401])
        waits.push((await login(name, PASSWORD)).wait)
      }
      expect(waits).toEqual(['2', '2'])
    })

    it('forgets the failures of strangers after a day, whether or not the owner signs in meanwhile', async () => {
      const user = await hasAccount()
      await fails(user.username, 5)
      shop.clock.advance(20 * HOUR)
      expect((await login(user.username, PASSWORD)).status).toBe(200)
      shop.clock.advance(4 * HOUR + 1_000)
      expect(await fails(user.username, 6)).toEqual([401, 401, 401, 401, 401, 429])
    })

    it('treats unknown names alike', async () => {
      expect(await fails('nadie_asi', 6)).toEqual([401, 401, 401, 401, 401, 429])
      expect(await fails('nadie_otra', 1)).toEqual([401])
    })

    it('checks at most five of thirty concurrent guesses', async () => {
      const user = await hasAccount()
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => login(user.username, 'otra-clave-1')),
      )
      expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5)
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(25)
    })

    it('lets the owner sign in from a known browser while strangers fail, and counts its failures apart', async () => {
      const user = await hasAccount()
      const { device } = (await login(user.username, PASSWORD)).body
      await fails(user.username, 6)
      expect((await login(user.username, PASSWORD)).status).toBe(429)
      expect(await login(user.username, PASSWORD, { device })).toMatchObject({
        status: 200,
        body: { device },
      })
      expect(await fails(user.username, 4, { device })).toEqual([401, 401, 401, 429])
    })

    it('gives no advantage to the device of another account', async () => {
      const [user, stranger] = [await hasAccount(), await hasAccount()]
      const { device } = (await login(stranger.username, PASSWORD)).body
      await fails(user.username, 5)
      expect((await login(user.username, PASSWORD, { device })).status).toBe(429)
    })

    it('blocks an address for ten minutes after thirty failures, and does not count successes', async () => {
      const user = await hasAccount()
      const address = '192.0.2.7'
      for (let success = 0; success < 35; success += 1) await login(user.username, PASSWORD, { address })
      for (let name = 0; name < 30; name += 1) await login(`nadie_${name}`, 'otra-clave-1', { address })
      expect((await login(user.username, PASSWORD, { address })).status).toBe(429)
      expect((await login(user.username, PASSWORD, { address: '192.0.2.8' })).status).toBe(200)
      shop.clock.advance(10 * MINUTE + 1_000)
      expect((await login(user.username, PASSWORD, { address })).status).toBe(200)
    })

    it('checks at most thirty of 99 concurrent guesses from one address, and then blocks it', async () => {
      const user = await hasAccount()
      const address = '192.0.2.10'
      const replies = await Promise.all(
        Array.from({ length: 99 }, (_, name) => login(`nadie_a_la_vez_${name}`, 'otra-clave-1', { address })),
      )
      expect(replies.filter((reply) => reply.status === 401)).toHaveLength(30)
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(69)
      expect((await login(user.username, PASSWORD, { address })).status).toBe(429)
    })

    it('counts no success and no attempt that waits for its address', async () => {
      const user = await hasAccount()
      const address = '192.0.2.11'
      await Promise.all(Array.from({ length: 20 }, () => login(user.username, PASSWORD, { address })))
      await fails(user.username, 5)
      expect(await fails(user.username, 30, { address })).toEqual(Array(30).fill(429))
      expect(await fails('nadie_tras_esperas', 1, { address })).toEqual([401])
    })

    it('keeps neither names nor addresses in its counters', async () => {
      await fails('nadie_asi', 1, { address: '192.0.2.9' })
      const rows = await shop.shop.db.selectFrom('throttles').select('key').execute()
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toMatch(/nadie|192\.0/)
    })

    it('forgets failures after a day without any', async () => {
      const user = await hasAccount()
      await fails(user.username, 5)
      shop.clock.advance(24 * HOUR + 1_000)
      expect(await fails(user.username, 5)).toEqual([401, 401, 401, 401, 401])
      shop.clock.advance(49 * HOUR)
      await deleteOldCounters(shop.shop.db, shop.clock.now())
      expect(await shop.shop.db.selectFrom('throttles').select('key').execute()).toEqual([])
    })
  })

  describe.each([
    ['an hour', HOUR],
    ['400 days', 400 * 24 * HOUR],
  ])('when the clock was %s ahead and is set back', (_ahead, ahead) => {
    it('admits accounts and addresses again, and restarts the count', async () => {
      const user = await hasAccount()
      const address = '192.0.2.20'
      shop.clock.advance(ahead)
      await fails(user.username, 5)
      for (let name = 0; name < 30; name += 1) await login(`nadie_${name}`, 'otra-clave-1', { address })
      expect((await login(user.username, PASSWORD)).status).toBe(429)
      expect((await login('nadie_mas', PASSWORD, { address })).status).toBe(429)
      shop.clock.advance(-ahead)
      expect(await fails(user.username, 6, { address })).toEqual([401, 401, 401, 401, 401, 429])
    })

    it('sends codes again', async () => {
      const user = await hasAccount({ verified: false })
      shop.clock.advance(ahead)
      expect((await resend(user.email)).status).toBe(200)
      await expect.poll(() => mailsTo(user.email)).toHaveLength(2)
      shop.clock.advance(-ahead)
      expect((await resend(user.email)).status).toBe(200)
      await expect.poll(() => mailsTo(user.email)).toHaveLength(3)
      expect((await resend(user.email)).status).toBe(429)
    })

    it('deletes the counters of the future', async () => {
      shop.clock.advance(ahead)
      await fails('nadie_asi', 1)
      shop.clock.advance(-ahead)
      await deleteOldCounters(shop.shop.db, shop.clock.now())
      expect(await shop.shop.db.selectFrom('throttles').select('key').execute()).toEqual([])
    })
  })

  describe('POST /auth/resend-verification/', () => {
    it('waits no longer than a minute when the clock ran ahead within the hour', async () => {
      const user = await hasAccount({ verified: false })
      expect((await resend(user.email)).status).toBe(200)
      shop.clock.advance(30 * MINUTE)
      expect((await resend(user.email)).status).toBe(200)
      shop.clock.advance(-28 * MINUTE)
      expect((await resend(user.email)).status).toBe(200)
    })

    it('allows one a minute, for known and unknown addresses', async () => {
      const user = await hasAccount({ verified: false })
      for (const email of [user.email, 'nadie@correo.example']) {
        expect((await resend(email)).status).toBe(200)
        expect(await resend(email)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
      }
    })

    it('allows five an hour and ten a day', async () => {
      const user = await hasAccount({ verified: false })
      const statuses: number[] = []
      for (let request = 0; request < 6; request += 1) {
        statuses.push((await resend(user.email)).status)
        await expect.poll(() => mailsTo(user.email)).toHaveLength(1 + Math.min(request + 1, 5))
        shop.clock.advance(61_000)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      for (let sent = 6; sent <= 10; sent += 1) {
        shop.clock.advance(HOUR)
        expect((await resend(user.email)).status).toBe(200)
        await expect.poll(() => mailsTo(user.email)).toHaveLength(1 + sent)
      }
      shop.clock.advance(HOUR)
      expect((await resend(user.email)).status).toBe(429)
    })

    it('leaves the codes that the right password sends to their own quota', async () => {
      const user = await hasAccount({ verified: false })
      const codeIsGone = () =>
        shop.shop.db.deleteFrom('verification_codes').where('user_id', '=', user.id).execute()
      await codeIsGone()
      await login(user.username, PASSWORD)
      expect(await mailsTo(user.email)).toHaveLength(2)
      expect((await resend(user.email)).status).toBe(200)
      await expect.poll(() => mailsTo(user.email)).toHaveLength(3)
      await codeIsGone()
      expect((await login(user.username, PASSWORD)).status).toBe(403)
      expect(await mailsTo(user.email)).toHaveLength(3)
      shop.clock.advance(61_000)
      expect((await login(user.username, PASSWORD)).status).toBe(403)
      expect(await mailsTo(user.email)).toHaveLength(4)
    })
  })

  describe('POST /auth/verify-email/', () => {
    const verify = (email: string, code: string, remoteAddress: string) =>
      shop.app
        .inject({ method: 'POST', url: '/api/auth/verify-email/', remoteAddress, payload: { email, code } })
        .then(({ statusCode }) => statusCode)
    const codeTo = async (email: string) =>
      /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.body_text ?? '')?.[0] ?? ''

    it('lets one address try five times in ten minutes, for known and unknown e-mails', async () => {
      const user = await hasAccount({ verified: false })
      for (const email of [user.email, 'nadie@correo.example']) {
        const wrong = otherCode(email === user.email ? await codeTo(email) : '')
        const statuses: number[] = []
        for (let attempt = 0; attempt < 6; attempt += 1)
          statuses.push(await verify(email, wrong, '192.0.2.30'))
        expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
        shop.clock.advance(10 * MINUTE + 1_000)
        expect(await verify(email, wrong, '192.0.2.30')).toBe(400)
      }
    })

    it('leaves at most 303 counters an hour for one address, with sign-ins and requests of codes', async () => {
      const address = '192.0.2.40'
      const resendFrom = (email: string) =>
        shop.app.inject({
          method: 'POST',
          url: '/api/auth/resend-verification/',
          remoteAddress: address,
          payload: { email },
        })
      const counters = async () => (await shop.shop.db.selectFrom('throttles').select('key').execute()).length
      const everyWay = async (times: number) => {
        const emails = Array.from({ length: times }, (_, n) => `${n}_${shop.clock.now().getTime()}@x.example`)
        await Promise.all(
          emails.flatMap((email) => [
            resendFrom(email),
            verify(email, '123456', address),
            login(email, PASSWORD, { address }),
          ]),
        )
      }
      await everyWay(70)
      for (let tenth = 1; tenth < 6; tenth += 1) {
        shop.clock.advance(10 * MINUTE)
        await everyWay(35)
      }
      expect(await counters()).toBeLessThanOrEqual(303)
      expect(await counters()).toBeGreaterThan(200)
      shop.clock.advance(26 * HOUR)
      await deleteOldCounters(shop.shop.db, shop.clock.now())
      expect(await counters()).toBe(0)
    })

    it('verifies who knows the password while a stranger uses up codes and mails', async () => {
      const user = await hasAccount({ verified: false })
      const stranger = async () => {
        const wrong = otherCode(await codeTo(user.email))
        for (let attempt = 0; attempt < 6; attempt += 1) await verify(user.email, wrong, '192.0.2.31')
      }
      for (let hour = 0; hour < 11; hour += 1) {
        await resend(user.email)
        await expect.poll(() => mailsTo(user.email)).toHaveLength(1 + Math.min(hour + 1, 10))
        await stranger()
        shop.clock.advance(hour < 10 ? HOUR : 0)
      }
      expect((await login(user.username, PASSWORD)).status).toBe(403)
      await stranger()
      expect(await verify(user.email, await codeTo(user.email), '192.0.2.32')).toBe(200)
    })
  })

  describe('guessing the password with a stolen token', () => {
    async function signedIn() {
      const user = await hasAccount()
      const { access, device } = (await login(user.username, PASSWORD)).body
      const headers = { authorization: `Bearer ${access}` }
      const change = (old_password: string) =>
        shop.anonymous.post(
          '/auth/change-password/',
          { old_password, new_password: 'Otra clave 77' },
          headers,
        )
      const ask = (password: string) =>
        shop.anonymous.post('/auth/verify-change/', { new_email: 'otra@correo.example', password }, headers)
      const close = (password: string) =>
        shop.anonymous.post('/auth/close-account/', { password, confirm: 'CERRAR' }, headers)
      return { user, device, change, ask, close }
    }

    it('allows three guesses a day beside those by the name, with all calls together', async () => {
      const { user, change, ask, close } = await signedIn()
      for (const attempt of [change, ask, close]) expect((await attempt('otra-clave-1')).status).toBe(400)
      // From here on guesses count for the name.
      for (const attempt of [close, change]) expect((await attempt('otra-clave-1')).status).toBe(400)
      expect(await fails(user.username, 4)).toEqual([401, 401, 401, 429])
      for (const attempt of [ask, change, close])
        expect(await attempt(PASSWORD)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
      shop.clock.advance(1_010)
      expect((await change(PASSWORD)).status).toBe(200)
    })

    it('allows three more from a known browser, which begin again after a day', async () => {
      const { user, device, change } = await signedIn()
      await fails(user.username, 5)
      for (let guess = 0; guess < 3; guess += 1) expect((await change('otra-clave-1')).status).toBe(400)
      for (let day = 0; day < 2; day += 1) {
        expect(await fails(user.username, 4, { device })).toEqual([401, 401, 401, 429])
        shop.clock.advance(24 * HOUR + 1_000)
        await deleteOldCounters(shop.shop.db, shop.clock.now())
        await fails(user.username, 5)
      }
    })

    it('is not made easier by the owner, who signs in meanwhile', async () => {
      const { user, device } = await signedIn()
      await fails(user.username, 5)
      expect(await fails(user.username, 2, { device })).toEqual([401, 401])
      expect((await login(user.username, PASSWORD, { device })).status).toBe(200)
      expect(await fails(user.username, 2, { device })).toEqual([401, 429])
    })

    it('does not keep the owner from changing it while strangers guess', async () => {
      const { user, change } = await signedIn()
      expect(await fails(user.username, 6)).toEqual([401, 401, 401, 401, 401, 429])
      expect((await change(PASSWORD)).status).toBe(200)
    })

    it('allows one code for a new e-mail a minute, for taken and free addresses', async () => {
      const [user, somebody] = [await hasAccount(), await hasAccount()]
      const { access } = (await login(user.username, PASSWORD)).body
      const ask = (new_email: string) =>
        shop.anonymous.post(
          '/auth/verify-change/',
          { new_email, password: PASSWORD },
          { authorization: `Bearer ${access}` },
        )
      expect((await ask(somebody.email)).status).toBe(200)
      expect(await ask('libre@correo.example')).toMatchObject({
        status: 429,
        headers: { 'retry-after': '60' },
      })
      shop.clock.advance(60_010)
      expect((await ask('libre@correo.example')).status).toBe(200)
      expect((await ask(somebody.email)).status).toBe(429)
    })
  })
})
