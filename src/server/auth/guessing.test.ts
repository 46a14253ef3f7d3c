import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { PASSWORD } from '../../../test/support/people/accounts.ts'
import { guessingIn } from '../../../test/support/people/guessing.ts'
import { deleteOldCounters } from '../limits/counter-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(enginesOf(import.meta.filename))('guessing on %s', (engine) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.shop.db.deleteFrom('throttles').execute())

  const { hasAccount, login, fails, mailsTo, resend } = guessingIn(() => shop)

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

    it('counts by typed name, so that delays do not link a username to an e-mail', async () => {
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

    it('keeps the delay after the owner signs in, as ending it would reveal the account', async () => {
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
    it('lifts delays of accounts and addresses, and restarts the count', async () => {
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

    it('deletes counters with future timestamps', async () => {
      shop.clock.advance(ahead)
      await fails('nadie_asi', 1)
      shop.clock.advance(-ahead)
      await deleteOldCounters(shop.shop.db, shop.clock.now())
      expect(await shop.shop.db.selectFrom('throttles').select('key').execute()).toEqual([])
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

    it('allows three guesses a day besides those by name, over all calls', async () => {
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

    it('is not reset by sign-ins of the owner', async () => {
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
