import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enginesOf, openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { otherCode, PASSWORD } from '../../../test/support/people/accounts.ts'
import { guessingIn } from '../../../test/support/people/guessing.ts'
import { deleteOldCounters } from '../limits/counter-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(enginesOf(import.meta.filename))('guessing codes on %s', (engine) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openShop(engine, { rateLimitFactor: 1 })
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
  })
  afterAll(() => shop.close())
  beforeEach(() => shop.shop.db.deleteFrom('throttles').execute())

  const { hasAccount, login, mailsTo, resend } = guessingIn(() => shop)

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

    it('leaves at most 363 counters an hour for one address, with sign-ins and requests of codes', async () => {
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
      expect(await counters()).toBeLessThanOrEqual(363)
      expect(await counters()).toBeGreaterThan(200)
      shop.clock.advance(26 * HOUR)
      await deleteOldCounters(shop.shop.db, shop.clock.now())
      expect(await counters()).toBe(0)
    })

    it('verifies an owner who knows the password while a stranger uses up codes and mails', async () => {
      const user = await hasAccount({ verified: false })
      const stranger = async () => {
        const wrong = otherCode(await codeTo(user.email))
        await Promise.all(Array.from({ length: 6 }, () => verify(user.email, wrong, '192.0.2.31')))
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
})
