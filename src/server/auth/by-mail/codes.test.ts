import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsIn, otherCode } from '../../../../test/support/people/accounts.ts'
import { enginesOf, openShop, type TestShop } from '../../../../test/support/open-shop.ts'
import { ANSWER_MS } from '../../limits/same-time.ts'

const MINUTE = 60_000

describe.each(enginesOf(import.meta.filename))('codes on %s', (engine) => {
  let shop: TestShop
  let accounts: ReturnType<typeof accountsIn>

  beforeAll(async () => {
    shop = await openShop(engine)
    // The clock is fixed unless a test moves it, so that a slow machine does not end a wait.
    shop.clock.set(new Date())
    accounts = accountsIn(shop)
  })
  afterAll(() => shop.close())

  const verify = (email: string, code: string) => shop.anonymous.post('/auth/verify-email/', { email, code })

  const msOf = async (ask: () => Promise<unknown>) => {
    const start = performance.now()
    await ask()
    return performance.now() - start
  }

  describe('POST /auth/verify-email/', () => {
    it('verifies the account, once', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(user.email)
      expect(await verify(user.email.toUpperCase(), ` ${code.slice(0, 3)}-${code.slice(3)} `)).toMatchObject({
        status: 200,
        body: { message: 'Email verificado correctamente. Ahora puedes iniciar sesión.' },
      })
      expect((await accounts.login(user.username)).status).toBe(200)
      expect((await verify(user.email, code)).body.code).toBe('WRONG_CODE')
    })

    it('refuses a code from before the clock was set back, and sends another', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      await shop.shop.db.deleteFrom('verification_codes').where('user_id', '=', user.id).execute()
      shop.clock.advance(60 * MINUTE)
      expect((await accounts.login(user.username)).status).toBe(403)
      const code = await accounts.codeSentTo(user.email)
      shop.clock.advance(-60 * MINUTE)
      expect((await verify(user.email, code)).body.code).toBe('WRONG_CODE')
      expect((await accounts.login(user.username)).status).toBe(403)
      const other = await accounts.codeSentTo(user.email)
      expect((await verify(user.email, other)).status).toBe(200)
    })

    it('allows five tries; after that the right code is refused too', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(user.email)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect(await verify(user.email, otherCode(code))).toMatchObject({
          status: 400,
          body: { code: 'WRONG_CODE' },
        })
      }
      expect((await verify(user.email, code)).status).toBe(400)
    })

    it('checks at most five of twenty concurrent guesses', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(user.email)
      await Promise.all(Array.from({ length: 20 }, () => verify(user.email, otherCode(code))))
      const row = await shop.shop.db
        .selectFrom('verification_codes')
        .select('tries')
        .where('user_id', '=', user.id)
        .executeTakeFirst()
      expect(row?.tries).toBe(5)
    })

    it('accepts the right code once in ten concurrent tries', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(user.email)
      const replies = await Promise.all(Array.from({ length: 10 }, () => verify(user.email, code)))
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 400)).toHaveLength(9)
    })

    it('accepts a code for ten minutes, and only the newest', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const first = await accounts.codeSentTo(user.email)
      await shop.anonymous.post('/auth/resend-verification/', { email: user.email })
      await expect.poll(() => accounts.mailsTo(user.email)).toHaveLength(2)
      const second = await accounts.codeSentTo(user.email)
      if (first !== second) expect((await verify(user.email, first)).status).toBe(400)
      shop.clock.advance(10 * MINUTE + 1_000)
      expect((await verify(user.email, second)).status).toBe(400)
    })

    it('answers an unknown address as a wrong code', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const wrong = await verify(user.email, otherCode(await accounts.codeSentTo(user.email)))
      const unknown = await verify('nadie@correo.example', '123456')
      expect([unknown.status, { ...unknown.body, request_id: '' }]).toEqual([
        wrong.status,
        { ...wrong.body, request_id: '' },
      ])
    })

    it('takes the same time for an account with a code, without one, and for no account', async () => {
      const [waits, verified] = [
        await accounts.hasAccount({ email_verified: false }),
        await accounts.hasAccount(),
      ]
      const code = otherCode(await accounts.codeSentTo(waits.email))
      for (const email of [waits.email, verified.email, 'nadie_espera@correo.example']) {
        expect(await msOf(() => verify(email, code))).toBeGreaterThan(ANSWER_MS - 1)
        const again = () => shop.anonymous.post('/auth/resend-verification/', { email })
        expect(await msOf(again)).toBeGreaterThan(ANSWER_MS - 1)
      }
    })

    it('does not verify another address than the one the code was sent to', async () => {
      const user = await accounts.hasAccount({ email_verified: false })
      const code = await accounts.codeSentTo(user.email)
      const changed = `otra_${user.username}@correo.example`
      await shop.shop.db.updateTable('users').set({ email: changed }).where('id', '=', user.id).execute()
      expect((await verify(changed, code)).status).toBe(400)
    })

    it.each(['12345', '1234567', 'abcdef', ''])('refuses %j before it counts', async (code) => {
      expect((await verify('nadie@correo.example', code)).body.code).toBe('VALIDATION')
    })
  })

  describe('POST /auth/resend-verification/', () => {
    it('answers alike for unverified, verified and unknown addresses, and sends to the first only', async () => {
      const [unverified, verified] = [
        await accounts.hasAccount({ email_verified: false }),
        await accounts.hasAccount(),
      ]
      const replies = []
      for (const email of [unverified.email, verified.email, 'nadie@correo.example']) {
        replies.push(await shop.anonymous.post('/auth/resend-verification/', { email }))
      }
      expect(replies.map(({ status, body }) => [status, body])).toEqual(
        Array.from({ length: 3 }, () => [200, { message: 'Nuevo código enviado' }]),
      )
      await expect.poll(() => accounts.mailsTo(unverified.email)).toHaveLength(2)
      expect(await accounts.mailsTo(verified.email)).toEqual([])
      expect(await accounts.mailsTo('nadie@correo.example')).toEqual([])
    })
  })
})
